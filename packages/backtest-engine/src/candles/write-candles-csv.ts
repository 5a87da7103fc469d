// Typed-array reads below are within 0..length-1, so `!` only tells the checker what the loop bounds say.

import { choiceOption, optional, type OptionRules } from "@bourse/kernel";

import { resolveEngineOptions } from "../resolve-engine-options.ts";
import type { Candles } from "./candles.ts";
import { requireCandles } from "./require-candles.ts";
import { areTellingMilliseconds } from "./timestamp-unit.ts";

/** Options of {@link writeCandlesCsv}. */
export interface WriteCsvOptions {
  /** Spelling of times. Default `milliseconds`, except for times before 1980 that could be taken for another unit. */
  readonly timestamps?: "milliseconds" | "iso";
}

const ROWS_PER_CHUNK = 10_000;

/**
 * Writes candles as CSV: header first, LF, numbers in the shortest form that reads back to the same float64.
 *
 * {@link parseCandlesCsv} reads the same candles back, bit for bit.
 */
export function writeCandlesCsv(candles: Candles, options: WriteCsvOptions = {}): string {
  return [...candleCsvChunks(candles, options)].join("");
}

/** Writes candles as {@link writeCandlesCsv} does, in chunks of 10,000 rows for a stream. */
export function candleCsvChunks(
  candles: Candles,
  options: WriteCsvOptions = {},
): Generator<string, void, undefined> {
  requireCandles(candles, "candleCsvChunks");
  return chunksOf(candles, resolveEngineOptions("candleCsvChunks", options, RULES).timestamps);
}

const RULES: OptionRules<{ readonly timestamps: WriteCsvOptions["timestamps"] }> = {
  timestamps: optional(choiceOption(["milliseconds", "iso"])),
};

function* chunksOf(
  candles: Candles,
  timestamps: WriteCsvOptions["timestamps"],
): Generator<string, void, undefined> {
  const { length, time, open, high, low, close, volume, turnover } = candles;
  const iso = timestamps === "iso" || !areTellingMilliseconds(time);
  yield `timestamp,open,high,low,close,volume${turnover === undefined ? "" : ",turnover"}\n`;
  for (let start = 0; start < length; start += ROWS_PER_CHUNK) {
    let chunk = "";
    for (let i = start; i < Math.min(length, start + ROWS_PER_CHUNK); i++) {
      const t = time[i]!;
      const last = turnover === undefined ? "" : `,${turnover[i]!}`;
      chunk += `${iso ? new Date(t).toISOString() : t},${open[i]!},${high[i]!},${low[i]!},${close[i]!},${volume[i]!}${last}\n`;
    }
    yield chunk;
  }
}
