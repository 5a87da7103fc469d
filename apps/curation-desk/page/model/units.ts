/** Fields of a specification in the words and units of people. */

import { count, grouped, spaced } from "@bourse/ui";

const AMOUNTS = new Set(["creator_stake", "proof_bounty", "dispute_bond_minimum"]);

/** Name of a field without the unit that its value has: `trading_fee_bps` as `trading fee`. */
export function fieldName(name: string): string {
  return spaced(name.replace(/_(?:bps|hours)$/, "").replace("topic_tags", "topics"));
}

/** `200` basis points as `2 %`. */
export function percentText(basisPoints: number): string {
  return `${basisPoints / 100} %`;
}

/** An amount of the token: its smallest units with their digits grouped, as the token's decimals are not known here. */
export function amountText(amount: unknown): string {
  const digits = typeof amount === "bigint" ? amount : String(amount);
  const isWhole = typeof digits === "bigint" || /^\d+$/.test(digits);
  if (isWhole && BigInt(digits) === 0n) return "none";
  return isWhole ? `${grouped(String(digits))} smallest units of the token` : digits;
}

/** A value with its unit; undefined for a field without one. */
export function measured(name: string, value: unknown): string | undefined {
  if (name.endsWith("_bps") && typeof value === "number") return percentText(value);
  if (name === "dispute_window_hours" && typeof value === "number") return hoursText(value);
  return AMOUNTS.has(name) ? amountText(value) : undefined;
}

/** `72` as `72 hours (3 days)`. */
export function hoursText(hours: number): string {
  const days = hours / 24;
  const text = `${count(hours)} ${hours === 1 ? "hour" : "hours"}`;
  return hours > 24 && Number.isInteger(days) ? `${text} (${count(days)} days)` : text;
}
