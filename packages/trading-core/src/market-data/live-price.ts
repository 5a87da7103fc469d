/** Live prices: what makes the newest candle of a source a price that one can trade at now. */

import { EngineError } from "@bourse/backtest-engine";
import { addIntervals, type Interval, intervalMilliseconds } from "@bourse/backtest-engine/data";
import { integerOption, optional, type OptionRule } from "@bourse/kernel";

import type { CandleReply } from "./port.ts";

/** The option `priceMaxAgeSeconds`: 60–31,536,000, by default undefined for two intervals of the candles used. */
export const priceMaxAgeOption: OptionRule<number | undefined> = optional(
  integerOption({ min: 60, max: 31_536_000 }),
);

/** The newest candle of a series, as a price. */
export interface NewestPrice {
  /** Close of the candle, in the quote currency. */
  readonly price: number;
  /** Time at which the candle closed, milliseconds UTC. */
  readonly priceTime: number;
}

/**
 * The newest price of a reply.
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE for a reply without candles and for imported history
 */
export function newestPrice(reply: CandleReply, symbol: string, interval: Interval): NewestPrice {
  refuseHistory(reply, symbol, interval);
  const { candles, exchange } = reply;
  const price = candles.close.at(-1);
  const opened = candles.time.at(-1);
  if (price === undefined || opened === undefined) {
    throw notNow(
      `There is no price of ${symbol} yet: ${exchange} has no closed candle of it. Try again later.`,
      interval,
    );
  }
  return { price, priceTime: addIntervals(interval, opened, 1) };
}

/** Refuses candles that were imported. @throws EngineError MARKET_DATA_UNAVAILABLE */
export function refuseHistory(
  { candles, source }: Pick<CandleReply, "candles" | "source">,
  symbol: string,
  interval: Interval,
): void {
  if (source !== "csv") return;
  const opened = candles.time.at(-1);
  const end = opened === undefined ? "" : `, up to ${isoTime(addIntervals(interval, opened, 1))}`;
  throw notNow(
    `${symbol} has imported history only${end}, and history is never a live price. Live prices come from an exchange or, where it is chosen, from the simulation.`,
    interval,
  );
}

/** The time that a price is judged at, milliseconds UTC, and its maximum age in force. */
export interface PriceAgeRule {
  readonly now: number;
  /** Undefined for two intervals; below one interval it counts as one, as candles have no newer price. */
  readonly maxAgeSeconds: number | undefined;
}

/** Tells whether a price is young enough. */
export function isLivePrice(
  { priceTime }: Pick<NewestPrice, "priceTime">,
  interval: Interval,
  rule: PriceAgeRule,
): boolean {
  return ageSeconds(priceTime, rule) <= limitSeconds(interval, rule);
}

/** Checks that a price is young enough. @throws EngineError MARKET_DATA_UNAVAILABLE with its age and the limit */
export function requireLivePrice(
  price: Pick<NewestPrice, "priceTime">,
  symbol: string,
  interval: Interval,
  rule: PriceAgeRule,
): void {
  if (isLivePrice(price, interval, rule)) return;
  const age = ageSeconds(price.priceTime, rule);
  const limit = limitSeconds(interval, rule);
  throw notNow(
    `The newest price of ${symbol} is of ${isoTime(price.priceTime)}: it is ${age} seconds old, and the limit is ${limit} seconds. Its market may be closed; try again when it trades.`,
    interval,
    { ageSeconds: age, maxAgeSeconds: limit },
  );
}

function ageSeconds(priceTime: number, { now }: PriceAgeRule): number {
  return Math.floor((now - priceTime) / 1000);
}

function limitSeconds(interval: Interval, { maxAgeSeconds }: PriceAgeRule): number {
  const seconds = intervalMilliseconds(interval) / 1000;
  return Math.max(maxAgeSeconds ?? 2 * seconds, seconds);
}

/** The next candle may be the price. */
function notNow(
  message: string,
  interval: Interval,
  age: { readonly ageSeconds?: number; readonly maxAgeSeconds?: number } = {},
): EngineError {
  const retryAfterMilliseconds = Math.min(intervalMilliseconds(interval), 3_600_000);
  return new EngineError("MARKET_DATA_UNAVAILABLE", message, {
    details: { ...age, retryAfterMilliseconds },
  });
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
