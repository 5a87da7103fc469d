/** Candles that a thread has seen before: checked once, however many jobs run on them. */

import type { Candles } from "../candles/candles.ts";
import { shareCandles } from "../sweep/share-candles.ts";

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

/** Creates a memory of shared copies: candles that are given again, as by a provider, are copied only once. */
export function rememberShared(): (candles: Candles) => Candles {
  const copies = new WeakMap<Candles, Candles>();
  return (candles) => {
    const known = copies.get(candles) ?? shareCandles(candles);
    copies.set(candles, known);
    return known;
  };
}

/** Candles that a thread remembers: their memory, at most 56 MB each, is kept for as long. */
const REMEMBERED = 4;

/**
 * Creates a memory of the last candles of a thread. It answers with the object that it has for a key, so that what is
 * remembered of an object, such as that it was checked, holds for the next task too.
 */
export function rememberLastCandles(): (candles: Candles, key: string | undefined) => Candles {
  const last = new Map<string, Candles>();
  return (candles, key) => {
    if (key === undefined) return candles;
    const known = last.get(key) ?? candles;
    last.delete(key);
    last.set(key, known);
    const [oldest] = last.keys();
    if (last.size > REMEMBERED && oldest !== undefined) last.delete(oldest);
    return known;
  };
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
