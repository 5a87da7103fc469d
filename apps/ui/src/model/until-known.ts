/** What a list says while nothing is shown in it: `words`, or that nothing is known when it could not be read. */
export function untilKnown(problem: string | undefined, words: string): string {
  return problem === undefined ? words : "Not known yet.";
}
