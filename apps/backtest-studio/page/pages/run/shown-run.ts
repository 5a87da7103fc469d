/** The job whose page is open: as it was last read, its trades and its equity, which its tabs share. */

import type { EquityPoint, Job, JobTrade } from "@bourse/contract/backtest";
import { place } from "@bourse/ui";
import { signal } from "@preact/signals";

import { tradesOf, type Trades } from "../../chart/trades.ts";
import { hasEnded, takeJob, takeProgress } from "../../model/jobs.ts";
import { clients } from "../../model/session.ts";
import { titleOf } from "../../model/summary.ts";
import { statusOf, wordsOf } from "../../model/words.ts";

export const shown = signal<Job | undefined>(undefined);
/** Reason why the job could not be read the last time, and whether the server says that it has none of this number. */
export const failure = signal<{ readonly text: string; readonly isGone: boolean } | undefined>(
  undefined,
);

/** The course of the account and the trades of a job; each undefined until it is read. */
export interface Traces {
  readonly uuid: string;
  readonly equity?: readonly EquityPoint[];
  readonly trades?: Trades;
  readonly problem?: string;
}
export const traces = signal<Traces>({ uuid: "" });

export function runHeading(): string {
  const job = shown.value;
  if (job === undefined || job.uuid !== place.value.rest[0]) return "Run";
  return job.title ?? titleOf(job);
}

export async function readJob(uuid: string): Promise<void> {
  try {
    const job = await clients.value.backtest.getJob({ params: { uuid } });
    failure.value = undefined;
    // A late answer does not take the place of a newer one.
    const newest = shown.peek();
    if (newest?.uuid === uuid && hasEnded(newest) && !hasEnded(job)) return;
    shown.value = job;
    takeJob(job);
  } catch (error) {
    failure.value = { text: wordsOf(error), isGone: statusOf(error) === 404 };
  }
}

/** A page with a key has no socket; the job's own stream tells its progress. */
export function followWithKey(uuid: string): () => void {
  const end = new AbortController();
  const read = async (): Promise<void> => {
    for await (const event of clients.peek().followJob(uuid, { signal: end.signal })) {
      if (event.type === "progress") takeProgress(event.data);
      else {
        takeJob(event.data);
        shown.value = event.data;
      }
    }
  };
  // The job itself is read anyway; what goes wrong there is shown.
  read().catch(() => {});
  return () => end.abort();
}

/** Most points of the equity: those that a job keeps, from which the server's own tables are computed. */
const EQUITY_POINTS = 20_000;

/** Reads the traces of a job once, however many tabs show them. */
export function readTraces(uuid: string): void {
  if (traces.peek().uuid === uuid && traces.peek().problem === undefined) return;
  traces.value = { uuid };
  const put = (part: Partial<Traces>): void => {
    if (traces.peek().uuid === uuid) traces.value = { ...traces.peek(), ...part };
  };
  const tell = (error: unknown): void => put({ problem: wordsOf(error) });
  const params = { uuid };
  const { research } = clients.peek();
  research
    .getJobEquity({ params, query: { points: EQUITY_POINTS } })
    .then((equity) => put({ equity }), tell);
  research
    .getJobTrades({ params })
    .then((rows) => put({ trades: tradesOf(rows as readonly JobTrade[]) }), tell);
}
