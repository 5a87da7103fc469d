/** The limits of a session under those of its account. */

import type { Decimal } from "@bourse/kernel";

import { resolveRiskLimits, type RiskLimits, type RiskRules } from "../../risk/limits.ts";

const AMOUNTS = [
  "maxOrderValue",
  "maxPositionValue",
  "maxLeverage",
  "maxDailyLoss",
  "maxDrawdown",
  "priceCollar",
] as const;

const COUNTS = ["maxOrdersPerMinute", "maxDataAgeSeconds", "maxClockOffsetMilliseconds"] as const;

/** The narrower one of each limit; of symbols those that both allow. */
export function narrowerRules(account: RiskRules, session: RiskRules): RiskRules {
  const limits: Record<string, unknown> = {};
  for (const name of AMOUNTS) {
    const bound = least(account[name], session[name], (one, other) => one.compare(other) <= 0);
    if (bound !== null) limits[name] = bound.toString();
  }
  for (const name of COUNTS) {
    const bound = least(account[name], session[name], (one, other) => one <= other);
    if (bound !== null) limits[name] = bound;
  }
  const symbols = common(account.symbols, session.symbols);
  if (symbols !== null) limits["symbols"] = symbols;
  return resolveRiskLimits(limits as RiskLimits);
}

function least<T extends Decimal | number>(
  one: T | null,
  other: T | null,
  isLess: (one: T, other: T) => boolean,
): T | null {
  if (one === null || other === null) return one ?? other;
  return isLess(one, other) ? one : other;
}

function common(one: readonly string[] | null, other: readonly string[] | null) {
  if (one === null || other === null) return one ?? other;
  return one.filter((symbol) => other.includes(symbol));
}
