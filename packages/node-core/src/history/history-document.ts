/** Stored documents of the node's history: one for each hour, with a place for each of its minutes. */

import { defineCollection, type Collection, type Entity } from "@bourse/kernel";

/** Names of the series that a node keeps. */
export const HISTORY_SERIES = ["balance", "peers", "sent", "received", "fees", "queue"] as const;

/** Name of a series of the node's history. */
export type HistorySeries = (typeof HISTORY_SERIES)[number];

/** Value of a series: decimal digits for money, else a number; null where it is not known. */
export type HistoryValue = string | number | null;

/** Values of every series at one time. */
export type HistorySample = Readonly<Record<HistorySeries, HistoryValue>>;

export const MINUTE = 60_000;
export const MINUTES_AN_HOUR = 60;
const HOUR = MINUTES_AN_HOUR * MINUTE;
/** Time for which samples are kept. */
export const KEPT_MILLISECONDS: number = 7 * 24 * HOUR;

/** Samples of one hour; the id is the hour in UTC, such as `2026-11-30T07`. */
export interface HistoryHourDocument extends Entity {
  /** Sixty values of each series, one for each minute. */
  readonly values: Readonly<Record<HistorySeries, readonly HistoryValue[]>>;
}

export const historyHours: Collection<HistoryHourDocument> =
  defineCollection<HistoryHourDocument>()({ name: "node_history" });

/** Returns the id of the document that holds this minute, and the minute's place in it. */
export function placeOf(minute: number): { readonly id: string; readonly index: number } {
  const id = new Date(minute * MINUTE).toISOString().slice(0, "2026-11-30T07".length);
  return { id, index: minute % MINUTES_AN_HOUR };
}

/** Returns the document of an hour without a sample. */
export function emptyHour(id: string): HistoryHourDocument {
  const none = (): readonly HistoryValue[] => Array.from({ length: MINUTES_AN_HOUR }, () => null);
  const values = { balance: none(), peers: none(), sent: none() };
  return { id, values: { ...values, received: none(), fees: none(), queue: none() } };
}
