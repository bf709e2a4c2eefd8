/** Sentences beside the name of what they are about. */

/** A sentence without the name that it begins with. */
export const withoutName = (name: string, sentence: string): string =>
  sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;

/** What follows a name that stands already: the rest of a sentence that begins with it, or a colon and all of it. */
export const afterName = (name: string, sentence: string): string => {
  const rest = withoutName(name, sentence);
  return rest === sentence ? `: ${sentence}` : ` ${rest}`;
};
