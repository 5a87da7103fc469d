/**
 * Traces of runs in the store: packed numbers beside documents of their own, so that looking at a job reads none of
 * them. Written in the transaction that completes the job: a completed backtest has its trace, whole.
 */

import type { Store, Transaction } from "@bourse/kernel";

import { unpackColumns } from "../results/packed-columns.ts";
import {
  TRADES_A_PART,
  unpackEquity,
  tradesOf,
  type EquityPoint,
  type JobTrade,
  type RunTrace,
  type TraceNames,
} from "../results/run-trace.ts";
import { jobTraceParts, jobTraces } from "./collections.ts";
import { earlierEquity, earlierTrades } from "./earlier-traces.ts";

/** A page of a job's trades. */
export interface TradePage {
  /** Number of trades to skip. 0 or more, default 0. */
  readonly offset?: number;
  /** Maximum number of trades to return. 1 or more; default: all. */
  readonly limit?: number;
}

/** Writes a job's trace in the caller's transaction. */
export async function insertTrace(
  tx: Transaction,
  jobUuid: string,
  trace: RunTrace,
): Promise<void> {
  const { symbols, tags } = trace;
  const names = { ...(symbols && { symbols }), ...(tags && { tags }) };
  const head = { id: jobUuid, tradeParts: trace.trades.length, ...names };
  await tx.insert(jobTraces, head, trace.equity);
  for (const [part, trades] of trace.trades.entries()) {
    await tx.insert(jobTraceParts, { id: partId(jobUuid, part) }, trades);
  }
}

/** Deletes a job's trace, where it has one, in the caller's transaction. */
export async function deleteTrace(tx: Transaction, jobUuid: string): Promise<void> {
  const head = await tx.get(jobTraces, jobUuid);
  if (head === undefined) return;
  await tx.delete(jobTraces, jobUuid, head.version);
  for (let part = 0; part < head.value.tradeParts; part++) {
    const id = partId(jobUuid, part);
    const found = await tx.get(jobTraceParts, id);
    if (found !== undefined) await tx.delete(jobTraceParts, id, found.version);
  }
}

/** Reads a page of the job's trades; undefined when it has no trace. */
export async function readTrades(
  store: Store,
  jobUuid: string,
  { offset = 0, limit = Infinity }: TradePage = {},
): Promise<JobTrade[] | undefined> {
  const head = await store.get(jobTraces, jobUuid);
  if (head === undefined) return undefined;
  const { tradeParts } = head.value;
  const first = Math.floor(offset / TRADES_A_PART);
  const end = Math.min(tradeParts, Math.ceil((offset + limit) / TRADES_A_PART));
  const trades: JobTrade[] = [];
  for (let part = first; part < end; part++) {
    const found = await readPart(store, partId(jobUuid, part), head.value);
    if (found === undefined) {
      // Deleted while it was read.
      if ((await store.get(jobTraces, jobUuid)) === undefined) return undefined;
      throw new Error(`Part ${part} of a trace of ${tradeParts} is missing.`);
    }
    for (const trade of found) trades.push(trade);
  }
  const skipped = offset - first * TRADES_A_PART;
  return trades.slice(skipped, skipped + limit);
}

/** Reads at most `points` points of the job's equity; undefined when it has no trace. */
export async function readEquity(
  store: Store,
  jobUuid: string,
  points: number | undefined,
): Promise<EquityPoint[] | undefined> {
  const head = await store.get(jobTraces, jobUuid);
  if (head === undefined) return undefined;
  if (head.value.equity !== undefined) return earlierEquity(head.value.equity, points);
  const bytes = await store.bytes(jobTraces, jobUuid);
  return bytes && unpackEquity(bytes, points);
}

/** One part of the trades; undefined when it is missing. */
async function readPart(
  store: Store,
  id: string,
  names: TraceNames,
): Promise<JobTrade[] | undefined> {
  const bytes = await store.bytes(jobTraceParts, id);
  if (bytes !== undefined) return tradesOf(unpackColumns(bytes), names);
  const earlier = (await store.get(jobTraceParts, id))?.value.trades;
  return earlier === undefined ? undefined : earlierTrades(earlier);
}

function partId(jobUuid: string, part: number): string {
  return `${jobUuid}:${part}`;
}
