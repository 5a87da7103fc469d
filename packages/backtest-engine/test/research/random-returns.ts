/** Returns of configurations without skill, or with the same small one, from seeded random numbers. */

import { seededRandom } from "@bourse/kernel";

export function randomReturns(
  configurations: number,
  length: number,
  seed: number,
  skill = 0,
): Float64Array[] {
  const random = seededRandom(seed);
  return Array.from({ length: configurations }, () =>
    Float64Array.from({ length }, () => skill + 0.01 * random.normal()),
  );
}
