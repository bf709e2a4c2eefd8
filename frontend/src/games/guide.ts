/** A guide at the table: lessons that wait for their occasion, each told once. */

import type { LogEntry, Req, View } from '$client/wire';

export interface Occasion {
  view: View;
  request: Req | null;
  log: readonly LogEntry[];
  /** What one wins by here. */
  aim: string;
}

export interface Lesson {
  id: string;
  title: string;
  text: string | ((at: Occasion) => string);
  /** Whether the table gives the occasion for it now. */
  when: (at: Occasion) => boolean;
}

/** The first lesson that fits and was not told yet. */
export function nextLesson(lessons: readonly Lesson[], told: ReadonlySet<string>, at: Occasion): Lesson | null {
  return lessons.find((lesson) => !told.has(lesson.id) && lesson.when(at)) ?? null;
}
