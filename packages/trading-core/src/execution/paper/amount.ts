/** Stored amounts as numbers. */

import { Decimal } from "@bourse/kernel";

/**
 * An amount of our own making: exact products of prices, quantities and rates are longer than what a caller may send.
 */
export function readAmount(text: string): Decimal {
  return Decimal.parse(text, { maxDigits: 400 });
}
