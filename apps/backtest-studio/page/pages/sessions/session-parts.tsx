/** Parts of the pages of sessions: state, age of the last candle, and the reading that goes on while they are shown. */

import type { Session } from "@bourse/contract/backtest";
import { ago, Badge, loaded, returns, utcMinute } from "@bourse/ui";
import { useEffect, useMemo } from "preact/hooks";

import { sessionNews } from "../../model/live.ts";
import { apiKey } from "../../model/session.ts";

const READ_MILLISECONDS = 5000;

/** Reads now, at each event of a session, and every five seconds while the page is seen: a candle has no event. */
export function useReading(refresh: () => Promise<void>): void {
  useEffect(() => void refresh(), [refresh, sessionNews.value, apiKey.value, returns.value]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void refresh();
    }, READ_MILLISECONDS);
    return () => clearInterval(timer);
  }, [refresh]);
}

const KINDS = {
  warming: "fair",
  running: "good",
  paused: "fair",
  halted: "poor",
  flattening: "fair",
  stopped: "fair",
} as const;

export function SessionBadge({ session: { state } }: { readonly session: Session }) {
  return <Badge state={state} kind={KINDS[state]} />;
}

/** Age of the last candle, from its open; a stream that is silent is said to be. */
export function CandleAge({ session }: { readonly session: Session }) {
  const { last_candle_time: time, stale_since: since, stopped_at: end } = session;
  if (time === null) return <>none yet</>;
  const isSilent = since !== null && end === null;
  return (
    <span class={isSilent ? "fault" : undefined} title={utcMinute(time)}>
      {ago(Date.parse(time))}
      {isSilent && ", silent"}
    </span>
  );
}

/** Growth of the account since the start, a fraction. */
export function returnOf({ equity, initial_capital: start }: Session): number {
  return equity / start - 1;
}

interface Rows<Row> {
  /** Rows that were read last; undefined before. */
  readonly rows: readonly Row[] | undefined;
  readonly problem: string | undefined;
}

/** Rows of a session, read anew when it has worked off another candle. */
export function useRowsOf<Row>(
  id: string,
  candles: number,
  read: () => Promise<readonly Row[]>,
): Rows<Row> {
  const list = useMemo(() => loaded(read), [id]);
  useEffect(() => void list.refresh(), [list, candles, sessionNews.value]);
  return { rows: list.value.value, problem: list.problem.value };
}
