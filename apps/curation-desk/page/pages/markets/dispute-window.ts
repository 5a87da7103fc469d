/** The dispute window of a market, in words. */

import type { Market } from "@bourse/contract/curation";

import { timeAndDistance } from "../../model/time.ts";
import { amountText, hoursText } from "../../model/units.ts";

const HOUR_MILLISECONDS = 3_600_000;

/** End of the dispute window as ISO 8601; undefined before the market is resolved. */
export function windowEnd({
  resolved_at,
  dispute_window_hours: hours,
}: Market): string | undefined {
  if (resolved_at === null) return undefined;
  return new Date(Date.parse(resolved_at) + hours * HOUR_MILLISECONDS).toISOString();
}

/** Length of the window before the market is resolved, and its end afterwards. */
export function windowText(market: Market): string {
  const end = windowEnd(market);
  if (end === undefined) return `${hoursText(market.dispute_window_hours)} after it is resolved`;
  return `until ${timeAndDistance(end)}`;
}

/** Smallest bond of a dispute. */
export function bondText({ dispute_bond_minimum: bond }: Market): string {
  return String(bond) === "0" ? "none is asked" : `at least ${amountText(bond)}`;
}
