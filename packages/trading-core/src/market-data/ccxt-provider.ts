/** Candles of any exchange of ccxt, without a dependency on ccxt. */

import { candlesFromKlines, EngineError } from "@bourse/backtest-engine";
import {
  addIntervals,
  dividesInterval,
  type Interval,
  intervalLabel,
  parseInterval,
} from "@bourse/backtest-engine/data";
import {
  hasCode,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
} from "@bourse/kernel";

import { canonicalSymbol } from "./canonical-symbol.ts";
import { checkedProvider } from "./checked-provider.ts";
import type { CandleProvider, CandleRequest } from "./port.ts";
import { EARLIEST_TIME, estimatedStart, resolveCandleRange, type CandleRange } from "./range.ts";
import { resampledCandles } from "./resampled-candles.ts";

/** A candle as ccxt has it: open time in milliseconds UTC, open, high, low, close and volume. */
export type CcxtCandle = readonly (number | string | null | undefined)[];

/** A market as ccxt has it. */
export interface CcxtMarket {
  /** Unified symbol, such as `BTC/USDT` or `BTC/USDT:USDT`. */
  readonly symbol: string;
  /** Symbol as the exchange spells it. */
  readonly id?: string | undefined;
  /** True for a spot market. */
  readonly spot?: boolean | undefined;
  /** True for a perpetual contract. */
  readonly swap?: boolean | undefined;
  /** False for a market that is not traded now. */
  readonly active?: boolean | undefined;
}

/** The part of a ccxt exchange that candles need. */
export interface CcxtCandleSource {
  /** Name of the exchange. */
  readonly id: string;
  /** Reads candles from `since` on, oldest first. */
  fetchOHLCV(
    symbol: string,
    timeframe?: string,
    since?: number,
    limit?: number,
  ): Promise<readonly CcxtCandle[]>;
  /** Loads the markets by their unified symbol; ccxt asks the exchange once. */
  loadMarkets(): Promise<Readonly<Record<string, CcxtMarket | undefined>>>;
  /** Lengths of candles that the exchange has, by ccxt's word. Default: all. */
  readonly timeframes?: Readonly<Record<string, unknown>>;
}

/** Options of {@link createCcxtProvider}. */
export interface CcxtProviderOptions {
  /** Exchange of ccxt, or any object with its methods. */
  readonly exchange: CcxtCandleSource;
  /** Kind of the markets that a symbol without a colon means. Default `spot`. */
  readonly market?: "spot" | "swap";
  /** Number of candles that one request asks for. 1–10,000, default 500. */
  readonly pageSize?: number;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Creates a provider of candles over an exchange of ccxt, paging forwards from the start of the range. A candle that is
 * still open is left out. Symbols are found by their unified name (`BTC/USDT`), that of the exchange (`BTCUSDT`) or the
 * canonical one. An interval that the exchange lacks is made of a shorter one, as `resampledCandles` says. Limits of
 * the rate are ccxt's own (`enableRateLimit`).
 *
 * @throws KernelError OPTION_INVALID
 */
export function createCcxtProvider(given: CcxtProviderOptions): CandleProvider {
  const { exchange, clock, pageSize } = resolveOptions("createCcxtProvider", given, {
    exchange: portOption<CcxtCandleSource>(["fetchOHLCV", "loadMarkets"]),
    market: {
      expected: '"spot" or "swap"',
      accepts: (value: unknown) => value === "spot" || value === "swap",
      absent: () => "spot" as const,
    },
    pageSize: integerOption({ min: 1, max: 10_000, default: 500 }),
    clock: portOption<Clock>(["now"], { default: systemClock }),
  });
  const kind = given.market ?? "spot";
  const intervals = intervalsOf(exchange);
  return checkedProvider("createCcxtProvider", {
    exchange: exchange.id,
    ...(intervals && { intervals }),
    candles: resampledCandles({ exchange: exchange.id, intervals, clock }, async (request) => {
      request.signal?.throwIfAborted();
      const range = resolveCandleRange(request, clock.now());
      const timeframe = intervalLabel(request.interval);
      const market = await asking(exchange, () => findMarket(exchange, request.symbol, kind));
      const rows = await pagesOf(exchange, { market, timeframe, pageSize }, request, range);
      const { candles } = candlesFromKlines(rows, { interval: request.interval });
      return { candles, exchange: exchange.id, source: "live", warnings: [] };
    }),
    async symbols(signal) {
      signal?.throwIfAborted();
      const markets = await asking(exchange, () => exchange.loadMarkets());
      const symbols = Object.values(markets).flatMap((market) =>
        market !== undefined && market[kind] === true && market.active !== false
          ? [canonicalSymbol(market.symbol.split(":")[0]!)]
          : [],
      );
      return {
        symbols: [...new Set(symbols)].toSorted(),
        exchange: exchange.id,
        source: "live",
        warnings: [],
      };
    },
  });
}

interface Page {
  readonly market: string;
  readonly timeframe: string;
  readonly pageSize: number;
}

async function pagesOf(
  exchange: CcxtCandleSource,
  { market, timeframe, pageSize }: Page,
  request: CandleRequest,
  range: CandleRange,
): Promise<readonly (readonly (number | string)[])[]> {
  const { interval, signal, onProgress } = request;
  const rows: (readonly (number | string)[])[] = [];
  let since = estimatedStart(interval, range);
  if (since <= EARLIEST_TIME) since = 0;
  while (since < range.end) {
    signal?.throwIfAborted();
    const from = since;
    const page = await asking(exchange, () =>
      exchange.fetchOHLCV(market, timeframe, Math.max(0, from), pageSize),
    );
    const found = page
      .filter(([time]) => Number(time) >= from && Number(time) < range.end)
      .map(plainRow)
      .toSorted((one, other) => Number(one[0]) - Number(other[0]));
    rows.push(...found);
    if (found.length > 0) onProgress?.(rows.length);
    const last = found.at(-1)?.[0];
    // An exchange answers an empty page for a time before its history, or for a hole: go on behind it.
    since =
      last === undefined
        ? addIntervals(interval, from, pageSize)
        : addIntervals(interval, Number(last), 1);
    if (last === undefined && page.some(([time]) => Number(time) >= range.end)) break;
  }
  return rows.slice(-range.limit);
}

/** A candle without a volume, which some exchanges send, has a volume of 0. */
function plainRow([time, open, high, low, close, volume]: CcxtCandle): readonly (
  | number
  | string
)[] {
  return [time, open, high, low, close, volume ?? 0].map((cell) => cell ?? "null");
}

async function findMarket(
  exchange: CcxtCandleSource,
  symbol: string,
  kind: "spot" | "swap",
): Promise<string> {
  const markets = await exchange.loadMarkets();
  const exact = markets[symbol];
  if (exact !== undefined) return exact.symbol;
  const wanted = canonicalSymbol(symbol);
  const found = Object.values(markets).find(
    (market) =>
      market !== undefined &&
      market[kind] === true &&
      (market.id === symbol || canonicalSymbol(market.symbol.split(":")[0]!) === wanted),
  );
  if (found !== undefined) return found.symbol;
  throw new EngineError(
    "SYMBOL_UNKNOWN",
    `${exchange.id} must have the ${kind} market ${symbol}; ccxt lists none.`,
    { details: { symbol } },
  );
}

/** Intervals of an exchange, but those that it may cut at other times: several days, weeks or months. */
function intervalsOf({ timeframes }: CcxtCandleSource): readonly Interval[] | undefined {
  if (timeframes === undefined) return undefined;
  return Object.keys(timeframes).flatMap((word) => {
    const interval = parseInterval(word);
    const isSure = interval !== undefined && intervalLabel(interval) === word;
    return isSure && (interval === "W" || interval === "M" || dividesInterval(interval, "D"))
      ? [interval]
      : [];
  });
}

/** Asks ccxt and turns its errors, told apart by the names of their classes, into those of the port. */
async function asking<T>({ id }: CcxtCandleSource, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (hasCode(error, "SYMBOL_UNKNOWN") || !(error instanceof Error)) throw error;
    const classes = classesOf(error);
    const message = error.message.slice(0, 200);
    if (classes.includes("BadSymbol")) {
      throw new EngineError("SYMBOL_UNKNOWN", `${id} refused the symbol: ${message}`, {
        cause: error,
      });
    }
    if (
      classes.includes("BaseError") &&
      !classes.includes("OperationFailed") &&
      !classes.includes("NetworkError")
    ) {
      throw new EngineError("MARKET_DATA_REFUSED", `${id} refused the request: ${message}`, {
        cause: error,
      });
    }
    throw new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `${id} must be reachable; found: ${message}. Try again later.`,
      { cause: error },
    );
  }
}

function classesOf(error: Error): readonly string[] {
  const names: string[] = [];
  for (
    let each: unknown = error.constructor;
    typeof each === "function";
    each = Object.getPrototypeOf(each)
  ) {
    names.push(each.name);
  }
  return names;
}
