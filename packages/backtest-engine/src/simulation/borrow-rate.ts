/** Borrowing costs. */

import { numberOption, type OptionRule } from "@bourse/kernel";

import { orBySymbol } from "./by-symbol.ts";

/** Borrowing cost per candle, or that of each of several symbols. */
export type BorrowRate = number | Readonly<Record<string, number>>;

const rate = numberOption({ min: 0, below: 0.5 });

/** The option rule of a borrowing cost. */
export const borrowRateRule: OptionRule<BorrowRate> = {
  expected: `${rate.expected}, or such numbers by symbol`,
  accepts: orBySymbol<BorrowRate>(rate.accepts),
  absent: () => 0,
};
