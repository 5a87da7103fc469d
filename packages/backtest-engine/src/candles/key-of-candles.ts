/** Names of the memory that candles lie in. */

import type { Candles } from "./candles.ts";

/** Numbers of shared memories. A number says nothing but that two columns lie in the same memory. */
const numbers = new WeakMap<SharedArrayBuffer, number>();
let lastNumber = 0;

/**
 * Names the memory of candles: equal names are the same numbers, as long as nobody writes into them. Undefined for
 * columns that are not all shared, because those are copied for each task.
 */
export function keyOfCandles(candles: Candles): string | undefined {
  const { time, open, high, low, close, volume, turnover } = candles;
  const places: string[] = [String(candles.length)];
  for (const column of [time, open, high, low, close, volume, turnover]) {
    if (column === undefined) continue;
    const { buffer, byteOffset } = column;
    if (!(buffer instanceof SharedArrayBuffer)) return undefined;
    places.push(`${numberOf(buffer)}+${byteOffset}`);
  }
  return places.join(" ");
}

function numberOf(memory: SharedArrayBuffer): number {
  let number = numbers.get(memory);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(memory, number);
  }
  return number;
}
