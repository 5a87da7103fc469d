/** Indicators fed row by row, ours and those of trading-signals. */

import type { CatalogueIndicator } from "@bourse/indicators/catalogue";

import { leastTimes, processorTime } from "../engine/turns.ts";
import { columnFor, type Columns } from "./columns.ts";
import type { Peer } from "./trading-signals.ts";

/** Milliseconds of processor time for all rows. */
export interface StreamCost {
  readonly own: number;
  readonly peer: number;
}

/** Feeds both with the same rows, in turns. */
export async function streamCost(
  indicator: CatalogueIndicator,
  open: () => Peer,
  columns: Columns,
  rounds: number,
): Promise<StreamCost> {
  const rows = rowsOf(indicator, columns);
  const least = await leastTimes(
    {
      own: () =>
        processorTime(() => {
          const stream = indicator.stream();
          for (const row of rows) stream.next(row);
        }),
      peer: () =>
        processorTime(() => {
          const peer = open();
          for (const row of rows) peer.add(row as never);
        }),
    },
    rounds,
  );
  return { own: least.own, peer: least.peer };
}

/** One number for each row where the only input is `values`, else a candle with all its columns. */
function rowsOf({ about }: CatalogueIndicator, columns: Columns): readonly (number | object)[] {
  const [first] = about.inputs;
  if (about.inputs.length === 1 && first === "values") {
    return Array.from(columns[columnFor(about, first)]!);
  }
  const names = ["time", "open", "high", "low", "close", "volume"];
  const length = columns["close"]!.length;
  return Array.from({ length }, (_, i) =>
    Object.fromEntries(names.map((name) => [name, columns[name]![i]!])),
  );
}
