/** The exchange's spot markets under the names that we use, with their steps. */

import { Decimal } from "@bourse/kernel";
import { ExecutionError, type Instrument } from "@bourse/trading-core/execution";

import type { BrokerTerms } from "./broker-options.ts";
import type { Amount, CcxtExchange, CcxtMarket } from "./ccxt-shapes.ts";
import { amountOf, textOf } from "./exact-text.ts";

/** One market: ours and ccxt's name of it, and what an order at it must keep. */
export interface Market extends Instrument {
  /** ccxt's id of the exchange. */
  readonly exchange: string;
  /** ccxt's: `BTC/USDT`. */
  readonly unified: string;
  /** The least quantity of an order; `0` for none. */
  readonly minQuantity: string;
}

export interface Markets {
  /**
   * Finds a market by the exchange's symbol, `BTCUSDT`, or by ccxt's, `BTC/USDT`.
   *
   * @throws ExecutionError ORDER_INVALID (field `symbol`)
   */
  find(symbol: string): Promise<Market>;
  /** Finds a market likewise; undefined for a symbol that the exchange does not trade. */
  known(symbol: string): Promise<Market | undefined>;
  /** The market of two assets. */
  pair(base: string, quote: string): Promise<Market | undefined>;
}

/** Steps change now and then: markets are read again once an hour. */
const FRESH_MILLISECONDS = 3_600_000;

interface Book {
  readonly readAt: number;
  readonly byName: ReadonlyMap<string, Market>;
  readonly byUnified: ReadonlyMap<string, Market>;
}

export function createMarkets(
  { clock }: BrokerTerms,
  exchange: CcxtExchange,
  read: <T>(ask: () => Promise<T>) => Promise<T>,
): Markets {
  let reading: Promise<Book> | undefined;
  let isFirst = true;

  async function load(): Promise<Book> {
    await read(() => exchange.loadMarkets(!isFirst));
    isFirst = false;
    return bookOf(exchange, clock.monotonic());
  }

  async function book(): Promise<Book> {
    const standing = await reading;
    if (standing !== undefined && clock.monotonic() - standing.readAt < FRESH_MILLISECONDS) {
      return standing;
    }
    const next = load();
    reading = next;
    // A fault is not remembered.
    next.catch(() => {
      reading = undefined;
    });
    return next;
  }

  const known = async (symbol: string): Promise<Market | undefined> =>
    (await book()).byName.get(symbol.toUpperCase());

  return {
    known,
    async find(symbol) {
      const found = await known(symbol);
      if (found !== undefined) return found;
      throw new ExecutionError(
        "ORDER_INVALID",
        `The symbol must be one that ${exchange.id} trades at spot, such as BTC/USDT; found ${JSON.stringify(symbol.slice(0, 40))}.`,
        { details: { field: "symbol" } },
      );
    },
    pair: async (base, quote) => (await book()).byUnified.get(`${base}/${quote}`),
  };
}

/** A name of two markets is the name of the active one, else of the first. */
function bookOf(exchange: CcxtExchange, readAt: number): Book {
  const spot = Object.values(exchange.markets ?? {}).filter((market) => market.spot === true);
  const byName = new Map<string, Market>();
  const byUnified = new Map<string, Market>();
  const activeFirst = spot.toSorted(
    (a, b) => Number(b.active !== false) - Number(a.active !== false),
  );
  const markets = activeFirst.map((market) => [market, marketOf(exchange, market)] as const);
  const name = (text: string, market: Market): void => {
    if (!byName.has(text)) byName.set(text, market);
  };
  // What the exchange itself says goes before what only looks like it.
  for (const [{ id }, market] of markets) name(id.toUpperCase(), market);
  for (const [{ symbol, base, quote }, market] of markets) {
    byUnified.set(symbol, market);
    name(symbol.toUpperCase(), market);
    name(`${base}${quote}`.toUpperCase(), market);
  }
  return { readAt, byName, byUnified };
}

function marketOf({ id: exchange, precisionMode }: CcxtExchange, market: CcxtMarket): Market {
  const { precision, limits } = market;
  return {
    symbol: market.id.toUpperCase(),
    exchange,
    unified: market.symbol,
    base: market.base,
    quote: market.quote,
    lot: stepOf(precision.amount, precisionMode),
    tick: stepOf(precision.price, precisionMode),
    minNotional: textOf(limits.cost?.min) ?? "0",
    minQuantity: textOf(limits.amount?.min) ?? "0",
  };
}

/** Finer than any exchange's; what ccxt would send is compared with what was asked for anyway. */
const FINEST = "0.000000000000000001";

function stepOf(told: Amount, mode: number): string {
  const DIGITS_BEHIND_POINT = 2;
  const STEP = 4;
  const value = amountOf(told);
  if (value === null) return FINEST;
  if (mode === STEP) return value.sign === 1 ? value.toString() : FINEST;
  if (mode !== DIGITS_BEHIND_POINT) return FINEST;
  const digits = value.toNumber();
  return digits >= 0
    ? Decimal.fromUnits(1n, digits).toString()
    : Decimal.fromUnits(10n ** BigInt(-digits)).toString();
}
