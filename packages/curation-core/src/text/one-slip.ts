/** Slips of the finger: words that differ in one letter. */

/**
 * Tells whether one letter was left out, added or replaced, or two neighbours were swapped, between two words that are
 * not the same. Lengths and positions are UTF-16 code units. Costs O(length).
 */
export function isOneSlip(typed: string, word: string): boolean {
  const [short, long] = typed.length <= word.length ? [typed, word] : [word, typed];
  if (long.length - short.length > 1 || typed === word) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = (text: string, from: number): string => text.slice(at + from);
  if (short.length < long.length) return rest(short, 0) === rest(long, 1);
  if (rest(short, 1) === rest(long, 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, 2) === rest(long, 2)
  );
}
