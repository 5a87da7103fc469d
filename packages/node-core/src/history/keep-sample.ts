/** Writing of a sample: one small transaction a minute. */

import type { Store, Transaction } from "@bourse/kernel";

import {
  emptyHour,
  HISTORY_SERIES,
  historyHours,
  KEPT_MILLISECONDS,
  MINUTE,
  placeOf,
  type HistoryHourDocument,
  type HistorySample,
  type HistorySeries,
  type HistoryValue,
} from "./history-document.ts";

/**
 * Keeps the sample of a minute, counted since the Unix epoch. A second sample of the same minute, as after a restart,
 * takes the place of the first where it is known; what was paid is added up. A new hour deletes those that are over.
 */
export async function keepSample(
  store: Store,
  minute: number,
  sample: HistorySample,
): Promise<void> {
  await store.transaction(async (tx) => {
    const { id, index } = placeOf(minute);
    const found = await tx.get(historyHours, id);
    const hour = withSample(found?.value ?? emptyHour(id), index, sample);
    if (found !== undefined) {
      await tx.replace(historyHours, hour, found.version);
      return;
    }
    await dropHours(tx, placeOf(minute - KEPT_MILLISECONDS / MINUTE).id, id);
    await tx.insert(historyHours, hour);
  });
}

function withSample(
  hour: HistoryHourDocument,
  index: number,
  sample: HistorySample,
): HistoryHourDocument {
  const values = HISTORY_SERIES.map((series) => {
    const before = hour.values[series];
    return [series, before.with(index, merged(series, before[index] ?? null, sample[series]))];
  });
  return { id: hour.id, values: Object.fromEntries(values) as HistoryHourDocument["values"] };
}

function merged(series: HistorySeries, before: HistoryValue, after: HistoryValue): HistoryValue {
  if (before === null || after === null) return after ?? before;
  return series === "fees" ? (BigInt(before) + BigInt(after)).toString() : after;
}

/** Also those of the future, which a clock that was wrong has left: the collection stays small. */
async function dropHours(tx: Transaction, oldest: string, newest: string): Promise<void> {
  const { items } = await tx.find(historyHours, { limit: 1000 });
  for (const { value } of items) {
    if (value.id < oldest || value.id > newest) await tx.delete(historyHours, value.id);
  }
}
