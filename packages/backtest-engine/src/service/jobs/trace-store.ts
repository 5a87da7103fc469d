/**
 * Traces of runs in the store: compressed numbers in documents of their own, so that looking at a job reads none of
 * them. Written in the transaction that completes the job: a completed backtest has its trace, whole.
 */

import type { Store, Transaction } from "@bourse/kernel";
import { deflate, fromBase64, inflate, toBase64 } from "@bourse/kernel/platform";

import {
  TRADE_FIELDS,
  unpackEquity,
  unpackTrades,
  type EquityPoint,
  type JobTrade,
  type RunTrace,
} from "../runs/run-trace.ts";
import { jobTraceParts, jobTraces } from "./collections.ts";

/** A page of a job's trades. */
export interface TradePage {
  /** Number of trades to skip. 0 or more, default 0. */
  readonly offset?: number;
  /** Maximum number of trades to return. 1 or more; default: all. */
  readonly limit?: number;
}

/** Number of trades in one document. */
const TRADES_A_PART = 5000;

/** Writes a job's trace in the caller's transaction. */
export async function insertTrace(
  tx: Transaction,
  jobUuid: string,
  trace: RunTrace,
): Promise<void> {
  const size = TRADES_A_PART * TRADE_FIELDS;
  const tradeParts = Math.ceil(trace.trades.length / size);
  await tx.insert(jobTraces, { id: jobUuid, tradeParts, equity: pack(trace.equity) });
  for (let part = 0; part < tradeParts; part++) {
    const rows = trace.trades.subarray(part * size, (part + 1) * size);
    await tx.insert(jobTraceParts, { id: partId(jobUuid, part), trades: pack(rows) });
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
    const found = await store.get(jobTraceParts, partId(jobUuid, part));
    if (found === undefined) {
      // Deleted while it was read.
      if ((await store.get(jobTraces, jobUuid)) === undefined) return undefined;
      throw new Error(`Part ${part} of a trace of ${tradeParts} is missing.`);
    }
    for (const trade of unpackTrades(unpack(found.value.trades))) trades.push(trade);
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
  return head && unpackEquity(unpack(head.value.equity), points);
}

function partId(jobUuid: string, part: number): string {
  return `${jobUuid}:${part}`;
}

function pack(numbers: Float64Array): string {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return toBase64(deflate(bytes));
}

function unpack(text: string): Float64Array {
  const bytes = inflate(fromBase64(text));
  // A copy into memory that begins on a number's boundary.
  return new Float64Array(Uint8Array.from(bytes).buffer);
}
