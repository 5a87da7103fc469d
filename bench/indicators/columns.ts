/** Columns that all candidates are given: a market that wanders and jumps, the same on every machine. */

import type { IndicatorAbout } from "@bourse/indicators";
import { seededRandom } from "@bourse/kernel";

/** Rows of a column. */
export const ROWS = 100_000;

/** Columns by the names that inputs of indicators have. */
export type Columns = Readonly<Record<string, Float64Array>>;

/** Order in which the C program is given the columns. */
export const COLUMN_ORDER = [
  "open",
  "high",
  "low",
  "close",
  "volume",
  "time",
  "periods",
  "ratio",
] as const;

/** Candles with gaps, doji and shaven ones, so that patterns take their longer ways too. */
export function columnsOf(rows: number): Columns {
  const random = seededRandom(7);
  const column = (): Float64Array => new Float64Array(rows);
  const [open, high, low, close] = [column(), column(), column(), column()] as const;
  const [volume, time, periods, ratio] = [column(), column(), column(), column()] as const;
  let price = 100;
  for (let i = 0; i < rows; i++) {
    const jump = random.next() < 0.3 ? 0.01 * (random.next() - 0.5) : 0;
    open[i] = price * (1 + jump);
    const body = random.next() < 0.1 ? 0.001 : 0.02;
    // Drawn back to where it began, so that the longest walk stays a market.
    price = open[i]! * (1 + body * (random.next() - 0.5) - Math.log(price / 100) * 1e-3);
    close[i] = price;
    const [top, bottom] = [Math.max(open[i]!, price), Math.min(open[i]!, price)];
    high[i] = top * (1 + (random.next() < 0.2 ? 0 : 0.005 * random.next()));
    low[i] = bottom * (1 - (random.next() < 0.2 ? 0 : 0.005 * random.next()));
    volume[i] = 1 + Math.floor(1000 * random.next());
    time[i] = 1_700_000_000_000 + i * 60_000;
    periods[i] = 2 + (i % 29);
    ratio[i] = high[i] === low[i] ? 0 : (close[i]! - open[i]!) / (high[i]! - low[i]!);
  }
  return { open, high, low, close, volume, time, periods, ratio };
}

/** Name of the column that an input of an indicator is fed with. */
export function columnFor({ name }: Pick<IndicatorAbout, "name">, input: string): string {
  if (input === "left") return "high";
  if (input === "right") return "low";
  if (input !== "values") return input;
  // Arcs are there between -1 and 1 only.
  return name === "acos" || name === "asin" ? "ratio" : "close";
}

/** Input of an indicator: one array for `values` alone, else an object of columns. */
export function inputOf(about: IndicatorAbout, columns: Columns): object {
  const column = (input: string): Float64Array => columns[columnFor(about, input)]!;
  if (about.inputs.length === 1 && about.inputs[0] === "values") return column("values");
  return Object.fromEntries(about.inputs.map((input) => [input, column(input)]));
}
