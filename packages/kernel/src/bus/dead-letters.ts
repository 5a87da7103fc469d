/** Dead letters of an in-process bus, and those that end with the process. */

import type { DeadLetter } from "./port.ts";

/** Number of dead letters that a queue keeps. */
export const KEPT_LETTERS = 1000;

/** Dead letters of one queue. */
export interface DeadLetters {
  /** Keeps a letter, which has a sequence from now on, and deletes the oldest beyond the bound. */
  add(letter: Omit<DeadLetter, "sequence">): void;
  /** The newest `limit` letters up to a sequence, the oldest of them first. */
  newest(limit: number, until: number): Promise<readonly DeadLetter[]>;
  count(): Promise<number>;
  /** Deletes the letters of an id up to a sequence; tells whether there was one. */
  remove(id: string, until: number): Promise<boolean>;
  /** Resolves when every letter is where it is kept. */
  settled(): Promise<void>;
}

/** Letters that end with the process. */
export function createMemoryLetters(): DeadLetters {
  let letters: DeadLetter[] = [];
  let last = 0;
  return {
    add(letter) {
      last += 1;
      letters.push({ ...letter, sequence: last });
      if (letters.length > KEPT_LETTERS) letters.shift();
    },
    newest: async (limit, until) =>
      letters.filter(({ sequence }) => sequence <= until).slice(-limit),
    count: async () => letters.length,
    async remove(id, until) {
      const before = letters.length;
      letters = letters.filter((letter) => letter.id !== id || letter.sequence > until);
      return letters.length < before;
    },
    settled: async () => undefined,
  };
}
