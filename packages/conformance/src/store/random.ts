/** Random cases that can be run again: a small seeded generator, the same on every machine. */

/** Numbers and choices that depend on the seed alone. */
export interface SeededChoice {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  /** One of `list`. */
  of<T>(list: readonly T[]): T;
}

/** Weyl sequence with a 32-bit mix (the construction known as mulberry32). */
export function seededChoice(seed: number): SeededChoice {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, of: (list) => list[below(list.length)]! };
}
