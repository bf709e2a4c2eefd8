import { describe, expect, it } from 'vitest';
import { sidesOf } from './more';

const area = { scrollTop: 0, scrollLeft: 0, scrollHeight: 100, scrollWidth: 50, clientHeight: 100, clientWidth: 50 };

describe('an area that scrolls', () => {
  it('says nothing where all is seen', () => {
    expect(sidesOf(area)).toBe('');
    expect(sidesOf({ ...area, scrollHeight: 101 }, 2)).toBe('');
  });

  it('says on which sides there is more', () => {
    expect(sidesOf({ ...area, scrollHeight: 300 })).toBe('below');
    expect(sidesOf({ ...area, scrollHeight: 300, scrollTop: 80 })).toBe('above below');
    expect(sidesOf({ ...area, scrollHeight: 300, scrollTop: 200 })).toBe('above');
    expect(sidesOf({ ...area, scrollWidth: 90, scrollLeft: 10 })).toBe('left right');
  });
});
