/** Token amounts between a person's decimals and the chain's whole smallest units: exact, by bigint alone. */

import type { Token } from "@bourse/contract/node";
import { grouped } from "@bourse/ui/numeral";

import { NATIVE_TOKEN } from "./native-token.ts";

/** ERC-20 tokens without decimals count in whole units (EIP-20 makes them optional). */
export function decimalsOf(token: Token): number {
  return token.decimals ?? (token.address === NATIVE_TOKEN ? 18 : 0);
}

/**
 * A sentence of the node with its amounts in the unit that the reader typed: nobody reads 375000000000000 wei. In a
 * sentence about an amount every number is one of `token`.
 */
export function inUnits(
  sentence: string,
  field: string | undefined,
  token: Token | undefined,
  native: Token | undefined,
): string {
  const isAmount = field === "amount" || field === "payment_amount";
  return sentence.replaceAll(/\b(\d{1,78})( wei)?\b/gu, (text, digits: string, wei?: string) => {
    const unit = wei === undefined ? isAmount && token : native;
    return unit ? `${formatUnits(digits, decimalsOf(unit))} ${unit.symbol}` : text;
  });
}

/** `1500000000000000000` at 18 decimals is `1.5`. */
export function formatUnits(amount: string, decimals: number): string {
  const sign = amount.startsWith("-") ? "-" : "";
  const digits = amount.replace("-", "").padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/u, "");
  return grouped(`${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`);
}

/**
 * Amount with at most four decimals, cut and not rounded, with a mark where something was cut: for a glance, never for
 * a sum.
 */
export function glanceUnits(amount: string, decimals: number): string {
  const [whole = "", fraction = ""] = formatUnits(amount, decimals).split(".");
  const kept = fraction.slice(0, 4).replace(/0+$/u, "");
  return `${whole}${kept === "" ? "" : `.${kept}`}${fraction.length > 4 ? "…" : ""}`;
}

/** Faults of an amount that a person typed. */
export interface UnitsFault {
  readonly fault: string;
}

/**
 * The smallest units of an amount above 0, or what is wrong with it. Never rounded, and never guessed: only digits and
 * one point are a number here, because a comma is a decimal mark for some and a separator for others.
 */
export function parseUnits(text: string, decimals: number): bigint | UnitsFault {
  const match = /^(\d{1,80})(?:\.(\d{1,80}))?$/u.exec(text.trim());
  if (match === null) {
    return { fault: "Enter digits with at most one point, such as 0.25; no commas or spaces." };
  }
  const fraction = (match[2] ?? "").replace(/0+$/u, "");
  if (fraction.length > decimals) {
    return { fault: `This token has ${decimals} decimals; the amount has ${fraction.length}.` };
  }
  const amount = BigInt((match[1] ?? "") + fraction.padEnd(decimals, "0"));
  if (amount === 0n) return { fault: "The amount must be above 0." };
  return amount < 2n ** 256n ? amount : { fault: "No token has that many units." };
}
