/** History of the node: a sample a minute over the last seven days. */

import type { Clock, StoreReader } from "@bourse/kernel";

import { readHistory, type HistoryAnswer, type HistoryQuery } from "./read-history.ts";

/** History of a node's figures over the last seven days. */
export interface NodeHistory {
  /**
   * Reads one series by steps, at most 10,080 of them; times without a sample have null. A step has the last value
   * of `balance` (wei), `peers` (healthy ones) and `queue` (transactions that are not final), the mean of the rates
   * `sent` and `received` (bytes a second), and the sum of `fees` (wei of the transactions that became final).
   *
   * @throws NodeError VALIDATION_ERROR (details.field)
   */
  read(query: HistoryQuery): Promise<HistoryAnswer>;
}

export function createNodeHistory(parts: {
  readonly store: StoreReader;
  readonly clock: Pick<Clock, "now">;
}): NodeHistory {
  return Object.freeze({ read: (query: HistoryQuery) => readHistory(parts, query) });
}
