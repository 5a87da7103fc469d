/** Rolls of futures from one contract into the next. */

import type { OptionRule } from "@bourse/kernel";

import { orBySymbol } from "./by-symbol.ts";

/** Moments of the rolls of one future, milliseconds UTC and rising, or of several by symbol. */
export type Rolls = readonly number[] | Readonly<Record<string, readonly number[]>>;

/** The option rule of `rolls`. */
export const rollsRule: OptionRule<Rolls | undefined> = {
  expected: "a list of rising timestamps in whole milliseconds, or such lists by symbol",
  accepts: /* @__PURE__ */ orBySymbol<Rolls>(isRising),
  absent: () => undefined,
};

function isRising(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (time: unknown, i) =>
        Number.isSafeInteger(time) && (i === 0 || (time as number) > (value[i - 1] as number)),
    )
  );
}
