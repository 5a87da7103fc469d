/** The source of prices that a symbol is bound to: what began at one source's prices never ends at another's. */

import { Decimal, type StoreReader } from "@bourse/kernel";

import { ExecutionError } from "../errors.ts";
import { paperPositions } from "./collections.ts";
import type { PaperTerms } from "./paper-options.ts";
import { restingOrders } from "./resting-orders.ts";

/** A price, and the name of the exchange or other source that it came from. */
export interface SourcedPrice {
  readonly price: Decimal;
  readonly source: string;
}

/** The close of the newest closed minute. @throws ExecutionError EXECUTION_UNAVAILABLE without one */
export async function lastPrice({ candles }: PaperTerms, symbol: string): Promise<SourcedPrice> {
  const reply = await candles.candles({ symbol, interval: "1", limit: 1 });
  const close = reply.candles.close.at(-1);
  if (close !== undefined) return { price: Decimal.fromNumber(close), source: reply.exchange };
  throw new ExecutionError(
    "EXECUTION_UNAVAILABLE",
    `There is no price of ${symbol} yet: its source has no closed candle. Try again later.`,
    { details: { symbol } },
  );
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
