/** Parts that the acts of a guard share. */

import type { Clock, Decimal, Ids, Store } from "@bourse/kernel";

import type { ExecutionBroker } from "../execution/port.ts";
import type { ClockWatch } from "./clock-watch.ts";
import type { RiskRules } from "./limits.ts";
import type { FindLastPrice } from "./read-account.ts";

/** Parts of a guard. */
export interface GuardParts {
  readonly broker: ExecutionBroker;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  readonly rules: RiskRules;
  /** True when at least one limit is set: else only the kill switch is asked. */
  readonly isLimited: boolean;
  readonly quote: string;
  readonly lastPrice: FindLastPrice;
  readonly clockOffset: () => number | null;
  readonly ownsAccount: boolean;
  readonly onError: (error: unknown) => void;
  readonly watch: ClockWatch;
  /** Calls of this process that have not returned. */
  readonly sending: Set<Promise<unknown>>;
}

/** Day of a time in UTC, such as 2026-01-31. */
function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The equity of the day's first look and its peak, with the newest one. */
export function seenEquity(
  book: {
    readonly day: string;
    readonly dayEquity: string | null;
    readonly peakEquity: string | null;
  },
  equity: Decimal | null,
  now: number,
  read: (text: string) => Decimal,
): { readonly day: string; readonly dayEquity: string | null; readonly peakEquity: string | null } {
  if (equity === null) return book;
  const day = utcDay(now);
  const text = equity.toString();
  const isPeak = book.peakEquity === null || equity.compare(read(book.peakEquity)) > 0;
  return {
    day,
    dayEquity: book.day === day && book.dayEquity !== null ? book.dayEquity : text,
    peakEquity: isPeak ? text : book.peakEquity,
  };
}
