/** Amounts as ccxt tells them: text, or nothing; never a float. */

import { Decimal } from "@bourse/kernel";
import { ExecutionError } from "@bourse/trading-core/execution";

import type { Amount } from "./ccxt-shapes.ts";

/**
 * The exact amount, null for none.
 *
 * @throws ExecutionError EXECUTION_UNAVAILABLE for a fraction that has been a float already
 */
export function amountOf(told: Amount): Decimal | null {
  if (told === undefined || told === null || told === "") return null;
  if (typeof told === "number" ? Number.isSafeInteger(told) : PLAIN.test(told)) {
    return Decimal.parse(String(told).replace(/^(-?)0+(?=\d)/u, "$1"), { maxDigits: 200 });
  }
  throw new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `Expected an amount as exact text from ccxt, found ${JSON.stringify(told)}; report it, and look the order up at the exchange.`,
    { details: { reason: "an amount that is not exact" } },
  );
}

const PLAIN = /^-?\d{1,100}(\.\d{1,100})?$/u;

/** Canonical text of an amount above 0; null for none and for the zero that many exchanges write for none. */
export function textOf(told: Amount): string | null {
  const value = amountOf(told);
  return value === null || value.sign === 0 ? null : value.toString();
}
