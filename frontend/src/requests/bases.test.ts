import { describe, expect, it } from 'vitest';
import type { Pose } from '$client/wire';
import { cornersOf, courseTo, edgeTowards, fitting, headingTo, laid, lengthNear, onBase, onTable, poseAfter, poseAt, reachOf, sweptOf, trailOf, turnBetween, type Base } from './bases';
import { way } from './fixtures';

const base: Base = { pose: [6000, 6000, 0], frontage: 1200, depth: 400 };
const facing = (heading: number): Base => ({ ...base, pose: [6000, 6000, heading] });
const ahead = way('ahead', 'line');
const left = way('left', 'arc', { pivot: 'left', most: 1885 });
const right = way('right', 'arc', { pivot: 'right', most: 1885 });
const slide = way('slide', 'slide', { spread: 4500 });
const near = (pose: readonly number[], wanted: readonly number[]): void => pose.forEach((value, i) => expect(Math.abs(value - wanted[i]!)).toBeLessThanOrEqual(1));

describe('headings', () => {
  it('are 0 up the screen and grow clockwise', () => {
    expect(headingTo([0, 0], [0, -5])).toBe(0);
    expect(headingTo([0, 0], [5, 0])).toBe(9000);
    expect(headingTo([0, 0], [0, 5])).toBe(18_000);
    expect(turnBetween(35_000, 1000)).toBe(2000);
    expect(turnBetween(1000, 35_000)).toBe(-2000);
  });

  it('put the front of a base where it looks', () => {
    expect(cornersOf(base)).toEqual([[5400, 5800], [6600, 5800], [6600, 6200], [5400, 6200]]);
    cornersOf(facing(9000)).forEach((corner, i) => near(corner, [[6200, 5400], [6200, 6600], [5800, 6600], [5800, 5400]][i]!));
    near(onBase(facing(9000).pose, [6500, 6100]), [100, 500]);
    near(onTable(facing(9000).pose, 100, 500), [6500, 6100]);
  });
});

describe('where a base ends', () => {
  it('goes straight ahead, back or aside', () => {
    expect(poseAfter(base, { way: ahead, length: 600, bearing: 0 })).toEqual([6000, 5400, 0]);
    expect(poseAfter(base, { way: way('back', 'line', { bearing: 18_000 }), length: 300, bearing: 0 })).toEqual([6000, 6300, 0]);
    expect(poseAfter(facing(9000), { way: way('aside', 'line', { bearing: 9000 }), length: 300, bearing: 0 })).toEqual([6000, 6300, 9000]);
  });

  it('slides along a bearing with its heading kept', () => {
    expect(poseAfter(base, { way: slide, length: 1000, bearing: 4500 })).toEqual([6707, 5293, 0]);
    expect(poseAfter(base, { way: slide, length: 1000, bearing: -4500 })).toEqual([5293, 5293, 0]);
  });

  it('wheels a quarter about a front corner over a quarter of the circle that its frontage draws', () => {
    const quarter = (Math.PI / 2) * 1200;
    // About the front left corner (5400, 5800): the front then lies along x = 5400, above it.
    expect(poseAfter(base, { way: left, length: quarter, bearing: 0 })).toEqual([5600, 5200, 27_000]);
    expect(poseAfter(base, { way: right, length: quarter, bearing: 0 })).toEqual([6400, 5200, 9000]);
  });

  it('wheels by the arc of the outer corner: 1 BU of a front of 2 BU is half a radian', () => {
    expect(poseAfter(base, { way: right, length: 600, bearing: 0 })[2]).toBe(2865);
    expect(poseAfter(base, { way: left, length: 600, bearing: 0 })[2]).toBe(36_000 - 2865);
  });

  it('turns to the pose that the server says', () => {
    const end: Pose = [6400, 6000, 9000];
    expect(poseAfter(base, { way: way('face', 'turn', { end }), length: 0, bearing: 0 })).toEqual(end);
  });
});

describe('what is drawn of a way', () => {
  it('sweeps a corridor ahead and a sector in a wheel', () => {
    expect(sweptOf(base, { way: ahead, length: 600, bearing: 0 })).toEqual([[5400, 5200], [6600, 5200], [6600, 6200], [5400, 6200]]);
    const sector = sweptOf(base, { way: left, length: 600, bearing: 0 });
    expect(sector[0]).toEqual([5400, 5800]);
    for (const point of sector.slice(1)) expect(Math.hypot(point[0] - 5400, point[1] - 5800)).toBeCloseTo(1200);
  });

  it('reaches to the most, on a slide to both sides', () => {
    expect(reachOf(base, ahead)[0]).toEqual([5400, 5200]);
    const xs = reachOf(base, slide).map((at) => at[0]);
    near([Math.min(...xs), Math.max(...xs)], [5400 - 424, 6600 + 424]);
  });

  it('measures a wheel along its outer front corner, other ways from the leading side', () => {
    const arc = trailOf(base, { way: left, length: (Math.PI / 2) * 1200, bearing: 0 });
    expect(arc[0]).toEqual([6600, 5800]);
    near(arc.at(-1)!, [5400, 4600]);
    expect(trailOf(base, { way: ahead, length: 600, bearing: 0 })).toEqual([[6000, 5800], [6000, 5200]]);
    expect(trailOf(base, { way: way('back', 'line', { bearing: 18_000 }), length: 300, bearing: 0 })[0]).toEqual([6000, 6200]);
  });
});

describe('what a drag means', () => {
  it('is held to the least and the most of a way', () => {
    expect(courseTo(base, ahead, [6000, 6000], [6000, 4000]).length).toBe(600);
    expect(courseTo(base, ahead, [6000, 6000], [6000, 7000]).length).toBe(1);
    expect(courseTo(base, slide, [6000, 6000], [8000, 6000])).toMatchObject({ bearing: 4500, length: 600 });
  });

  it('catches on what happens and on the end', () => {
    const marked = way('ahead', 'line', { marks: [{ at: 300, label: 'test', rule: '', tone: 'warn' }] });
    expect(courseTo(base, marked, [6000, 6000], [6000, 5672]).length).toBe(300);
    expect(courseTo(base, marked, [6000, 6000], [6000, 5600]).length).toBe(400);
    expect(courseTo(base, marked, [6000, 6000], [6000, 5435]).length).toBe(600);
  });

  it('takes the way that fits: straight, aslant, or by a corner round the other', () => {
    const ways = [ahead, slide, left, right, way('about', 'turn', { end: [6000, 6000, 18_000] })];
    expect(fitting(base, ways, [6000, 6000], [6010, 5500])?.way.key).toBe('ahead');
    expect(fitting(base, ways, [6000, 6000], [6300, 5600])?.way.key).toBe('slide');
    expect(fitting(base, ways, [6550, 5850], [6500, 5400])?.way.key).toBe('left');
    expect(fitting(base, ways, [5450, 5850], [5500, 5400])?.way.key).toBe('right');
    expect(fitting(base, [ways[4]!], [6000, 6000], [6000, 5000])).toBeNull();
  });

  it('wheels so that the corner in hand follows the hand', () => {
    const course = fitting(base, [left, right], [6600, 5800], [5400 + 1200 * Math.cos(0.5), 5800 - 1200 * Math.sin(0.5)]);
    expect(course).toMatchObject({ way: { key: 'left' }, length: 600 });
  });
});

describe('bodies and announced ways', () => {
  it('lays an outline about a centre, turned with it', () => {
    laid([[-600, -200], [600, -200]], [1000, 1000, 9000]).forEach((at, i) => near(at, [[1200, 400], [1200, 1600]][i]!));
  });

  it('finds the pose at a length and the length near a point', () => {
    const poses: [number, number, number, number][] = [[0, 0, 0, 35_000], [600, 600, 0, 1000], [900, 600, 300, 1000]];
    expect(poseAt(poses, 300)).toEqual([300, 0, 0]);
    expect(poseAt(poses, 0)).toEqual([0, 0, 35_000]);
    expect(poseAt(poses, 900)).toEqual([600, 300, 1000]);
    expect(lengthNear(poses, [150, 40])).toBe(150);
    expect(lengthNear(poses, [700, 100])).toBe(700);
    expect(lengthNear(poses, [900, 900])).toBe(900);
  });

  it('lays a ruler on the nearest edge of a base', () => {
    expect(edgeTowards(base, [6100, 3000])).toEqual([6100, 5800]);
    expect(edgeTowards(base, [9000, 9000])).toEqual([6600, 6200]);
  });
});
