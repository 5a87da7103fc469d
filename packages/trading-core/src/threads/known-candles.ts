/** Candles that a thread has seen before: checked once, however many jobs run on them. */

import type { Candles } from "@bourse/backtest-engine";
import { shareCandles } from "@bourse/backtest-engine/data";

import { keepLatest } from "../keep-latest.ts";

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
    keepLatest(last, key, known, REMEMBERED);
    return known;
  };
}
