/** Borrowing costs. */

import { numberOption, type OptionRule } from "@bourse/kernel";

/** Borrowing cost per candle, or that of each of several symbols. */
export type BorrowRate = number | Readonly<Record<string, number>>;

const rate = numberOption({ min: 0, below: 0.5 });

/** The option rule of a borrowing cost. */
export const borrowRateRule: OptionRule<BorrowRate> = {
  expected: `${rate.expected}, or such numbers by symbol`,
  accepts: (value): value is BorrowRate =>
    rate.accepts(value) ||
    (typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      Object.values(value).every(rate.accepts)),
  absent: () => 0,
};
