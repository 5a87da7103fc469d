/** Candles of one price path. */

import type { Candles } from "@bourse/backtest-engine";
import { addIntervals, type Interval } from "@bourse/backtest-engine/data";

import type { Instrument } from "./instrument.ts";
import { noiseNormal, noiseUniform } from "./noise.ts";
import type { PricePath } from "./price-path.ts";

const MINUTE = 60_000;

/** Inputs from which candles are drawn. */
export interface Market {
  readonly key: number;
  readonly instrument: Pick<Instrument, "basePrice" | "decimals" | "volumePerMinute">;
  readonly path: PricePath;
}

/** Draws the candles from index `from` to before `to` of those that begin at `start`, milliseconds UTC. */
export function drawCandles(
  market: Market,
  interval: Interval,
  start: number,
  out: Candles,
  from: number,
  to: number,
): void {
  const { key, path } = market;
  const { basePrice, decimals, volumePerMinute } = market.instrument;
  const steps = 10 ** decimals;
  let time = addIntervals(interval, start, from);
  for (let index = from; index < to; index += 1) {
    const next = addIntervals(interval, time, 1);
    const minute = time / MINUTE;
    const minutes = (next - time) / MINUTE;
    const before = path.at(minute);
    const after = path.at(minute + minutes);
    const variance = path.volatilityAt(minute) ** 2 * minutes;
    const rise = Math.sqrt(
      (after - before) ** 2 - 2 * variance * Math.log(draw(key, minute, minutes, 0)),
    );
    const fall = Math.sqrt(
      (after - before) ** 2 - 2 * variance * Math.log(draw(key, minute, minutes, 1)),
    );
    const open = Math.round(basePrice * Math.exp(before) * steps) / steps;
    const close = Math.round(basePrice * Math.exp(after) * steps) / steps;
    const high = Math.round(basePrice * Math.exp((before + after + rise) / 2) * steps) / steps;
    const low = Math.round(basePrice * Math.exp((before + after - fall) / 2) * steps) / steps;
    const unrest = variance === 0 ? 0 : Math.abs(after - before) / Math.sqrt(variance);
    const flow =
      Math.exp(noiseNormal(key ^ minutes, minute, 2 + 4 * secondOf(minute)) / 2) * (0.5 + unrest);
    const volume = Math.round(volumePerMinute * minutes * flow * 1e6) / 1e6;
    out.time[index] = time;
    out.open[index] = open;
    out.high[index] = Math.max(open, close, high);
    out.low[index] = Math.min(open, close, low);
    out.close[index] = close;
    out.volume[index] = volume;
    if (out.turnover !== undefined)
      out.turnover[index] = Math.round(((open + high + low + close) / 4) * volume * 1e6) / 1e6;
    time = next;
  }
}

/** Uniform in (0, 1) for one candle: its open to the second, its length in minutes, and which draw. */
function draw(key: number, minute: number, minutes: number, which: number): number {
  const place = which + 4 * secondOf(minute);
  return noiseUniform(key ^ Math.imul(minutes, 0xc2b2ae3d), minute, place);
}

function secondOf(minute: number): number {
  return Math.round(minute * 60) % 60;
}
