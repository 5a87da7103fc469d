/** Random numbers that can be repeated: for simulations, samples and tests. Never for secrets. */

import { checkInteger, refuseArgument } from "./checks.ts";

/** Source of repeatable random numbers; never for secrets. */
export interface Random {
  /** Returns a float in [0, 1), uniform over the 2^53 multiples of 2^−53. */
  next(): number;
  /**
   * Returns a whole number in [0, n), without modulo bias.
   *
   * @throws KernelError ARGUMENT_INVALID unless n is a whole number from 1 to 2^53 − 1
   */
  below(n: number): number;
  /** Returns a draw from the normal distribution with mean 0 and deviation 1. */
  normal(): number;
  /**
   * Returns the items in a new, uniformly random order; the given array stays as it is.
   *
   * @throws KernelError ARGUMENT_INVALID
   */
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * A generator whose whole sequence follows from `seed` (a safe integer or any text), the same on every machine.
 *
 * xoshiro128** 1.1 (Blackman and Vigna, 2018): period 2^128 − 1. Its state is filled by splitmix64 from the seed, text
 * being hashed by FNV-1a (64 bits, over UTF-16 code units) first. A float joins two outputs, the first one high;
 * normal draws are Marsaglia's polar method.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function seededRandom(seed: number | string): Random {
  return createXoshiro(stateFromSeed(seed));
}

/** The generator over a raw state of four 32-bit words, not all zero: the form in which test vectors are published. */
export function createXoshiro(state: readonly [number, number, number, number]): Random & {
  /** The generator's own output, a whole number in [0, 2^32). */
  word(): number;
} {
  let [a, b, c, d] = state;

  const word = (): number => {
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };

  /** 53 random bits: the high word first, then the top 21 bits of the next. */
  const bits53 = (): number => {
    const high = word();
    return high * 2 ** 21 + (word() >>> 11);
  };

  const below = (n: number): number => {
    checkInteger("n", n, { min: 1 });
    const range = n <= 2 ** 32 ? 2 ** 32 : 2 ** 53;
    const draw = range === 2 ** 32 ? word : bits53;
    // Draws past the largest multiple of n would favour the small remainders.
    const limit = range - (range % n);
    let drawn = draw();
    while (drawn >= limit) drawn = draw();
    return drawn % n;
  };

  let spare: number | undefined;
  const next = (): number => bits53() / 2 ** 53;
  const normal = (): number => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    for (;;) {
      const x = 2 * next() - 1;
      const y = 2 * next() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };

  return { word, next, below, normal, shuffle: (items) => shuffled(items, below) };
}

/** Fisher and Yates, from the end. */
function shuffled<T>(items: readonly T[], below: (n: number) => number): T[] {
  const given: unknown = items;
  if (!Array.isArray(given)) refuseArgument("items", "a list", given);
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

function stateFromSeed(seed: number | string): [number, number, number, number] {
  let counter = typeof seed === "string" ? hash64(seed) : integer64(seed);
  const output = (): bigint => {
    counter = BigInt.asUintN(64, counter + 0x9e37_79b9_7f4a_7c15n);
    let mixed = counter;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d0_49bb_1331_11ebn);
    return mixed ^ (mixed >> 31n);
  };
  const first = output();
  const second = output();
  const low = (word: bigint): number => Number(word & 0xffff_ffffn);
  return [low(first), low(first >> 32n), low(second), low(second >> 32n)];
}

function integer64(seed: number): bigint {
  if (!Number.isSafeInteger(seed)) {
    refuseArgument("seed", "a whole number of at most 2^53 − 1 in size, or text", seed);
  }
  return BigInt.asUintN(64, BigInt(seed));
}

function hash64(text: string): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100_0000_01b3n);
  }
  return hash;
}
