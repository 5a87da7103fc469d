/** The candles, lines and trades that the page carries for its zoomable chart. */

/** A line over the price or below it; null where it has no value. */
export interface DrawnLine {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** Columns of one length: one value a candle. Times are seconds since 1970, UTC. */
export interface PriceData {
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  /** Lines over the price. */
  readonly over: readonly DrawnLine[];
  /** Lines in charts of their own, in the order of those charts. */
  readonly below: readonly DrawnLine[];
  /** Trades: time and price of the entry, time and price of the exit, 1 for one that won. */
  readonly trades: readonly (readonly [number, number, number, number, 0 | 1])[];
}

/** The data in the page; undefined where it carries none. */
export function readPriceData(): PriceData | undefined {
  const text = document.getElementById("price-data")?.textContent;
  if (text === undefined || text === null) return undefined;
  const data = JSON.parse(text) as PriceData;
  // Times are written as differences, which are shorter.
  let now = 0;
  return { ...data, time: data.time.map((step) => (now += step)) };
}
