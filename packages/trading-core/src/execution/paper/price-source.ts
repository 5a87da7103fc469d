/** The source of prices that a symbol is bound to: what began at one source's prices never ends at another's. */

import type { Interval } from "@bourse/backtest-engine/data";
import { Decimal, type StoreReader } from "@bourse/kernel";

import {
  isLivePrice,
  newestPrice,
  requireLivePrice,
  type PriceAgeRule,
} from "../../market-data/live-price.ts";
import { ExecutionError } from "../errors.ts";
import { paperPositions } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { restingOrders } from "./resting-orders.ts";

/** The candles that paper orders are filled from. */
export const PRICE_INTERVAL: Interval = "1";

/** A price, its time, and the name of the exchange or other source that it came from. */
export interface SourcedPrice {
  readonly price: Decimal;
  /** Time at which its candle closed, milliseconds UTC. */
  readonly priceTime: number;
  readonly source: string;
}

/** The close of the newest closed minute, however old. @throws EngineError MARKET_DATA_UNAVAILABLE without one */
export async function lastPrice({ candles }: PaperTerms, symbol: string): Promise<SourcedPrice> {
  const reply = await candles.candles({ symbol, interval: PRICE_INTERVAL, limit: 1, isLive: true });
  const { price, priceTime } = newestPrice(reply, symbol, PRICE_INTERVAL);
  return { price: Decimal.fromNumber(price), priceTime, source: reply.exchange };
}

/** Tells whether one can trade at the price now. */
export function isTradable(terms: PaperTerms, last: SourcedPrice): boolean {
  return isLivePrice(last, PRICE_INTERVAL, ageRule(terms));
}

/**
 * Checks that one can trade at the price now.
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE with its age and the limit
 */
export function requireTradable(terms: PaperTerms, symbol: string, last: SourcedPrice): void {
  requireLivePrice(last, symbol, PRICE_INTERVAL, ageRule(terms));
}

function ageRule({ clock, priceMaxAgeSeconds: maxAgeSeconds }: PaperTerms): PriceAgeRule {
  return { now: clock.now(), maxAgeSeconds };
}

/** The source of an open position or of resting orders of the symbol; null when neither stands. */
export async function standingSource(reader: StoreReader, symbol: string): Promise<string | null> {
  const position = await reader.get(paperPositions, symbol);
  if (position !== undefined && position.value.quantity !== "0") return position.value.source;
  const [oldest] = await restingOrders(reader, symbol);
  return oldest?.source ?? null;
}

/** Checks inside the caller's transaction. @throws ExecutionError EXECUTION_UNAVAILABLE */
export async function requireSource(
  reader: StoreReader,
  symbol: string,
  source: string,
): Promise<void> {
  const standing = await standingSource(reader, symbol);
  if (standing !== null && standing !== source) throw otherSource(symbol, standing, source);
}

/** The refusal of a price from another source than the one that the symbol is bound to. */
export function otherSource(symbol: string, standing: string, found: string): ExecutionError {
  return new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `The account has an order or a position of ${symbol} at the prices of ${standing}, and its price comes from ${found} now. Nothing was traded; try again when ${standing} answers.`,
    { details: { symbol, reason: standing } },
  );
}
