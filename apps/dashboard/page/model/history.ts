/** The history that the node keeps of its figures, over the time that the reader has chosen. */

import type { StatsHistory, StatsSeries } from "@bourse/contract/node";
import { loaded, serverNow } from "@bourse/ui";
import { signal } from "@preact/signals";

import { get } from "./api.ts";

export interface Range {
  readonly label: string;
  readonly seconds: number;
  /** Length of a step in seconds. */
  readonly step: number;
}

export const RANGES: readonly Range[] = [
  { label: "1 hour", seconds: 3600, step: 60 },
  { label: "24 hours", seconds: 86_400, step: 300 },
  { label: "7 days", seconds: 604_800, step: 3600 },
];

const DAY = RANGES[1] as Range;
export const range = signal<Range>(DAY);

/** A point that can be drawn: null is a gap. */
export type Point = StatsHistory["points"][number];

function seriesOf(series: StatsSeries) {
  return loaded(async () => {
    const { seconds, step } = range.value;
    const end = Math.ceil(serverNow() / 1000 / step) * step;
    const isoOf = (time: number): string => new Date(time * 1000).toISOString();
    const query = new URLSearchParams({ series, step: String(step) });
    query.set("from", isoOf(end - seconds));
    query.set("to", isoOf(end));
    return get<StatsHistory>(`/api/stats/history?${query.toString()}`);
  });
}

export const history = {
  balance: seriesOf("balance"),
  peers: seriesOf("peers"),
  sent: seriesOf("sent"),
  received: seriesOf("received"),
  fees: seriesOf("fees"),
  queue: seriesOf("queue"),
};

export function choose(chosen: Range): void {
  range.value = chosen;
  for (const series of Object.values(history)) void series.refresh();
}
