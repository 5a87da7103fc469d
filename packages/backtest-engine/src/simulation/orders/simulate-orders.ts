// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { Candles } from "../../candles/candles.ts";
import { ensureValid } from "../../candles/ensure-valid.ts";
import { EngineError } from "../../errors.ts";
import {
  resolveSimulationRules,
  type SimulationOptions,
  type SimulationRules,
} from "../options.ts";
import { REASON, type OpenPosition } from "../position.ts";
import type { SimulationResult } from "../simulation-result.ts";
import { TradeLedger } from "../trades.ts";
import { Wallet } from "../wallet.ts";
import { BookBroker, type Trader } from "./broker.ts";
import { LastCandle } from "./last-candle.ts";
import { MarketBook } from "./market-book.ts";
import { timelineOf, type Timeline } from "./timeline.ts";

/** Rules of a simulation that orders do not state themselves. */
export type OrderSimulationOptions = Omit<SimulationOptions, "fill">;

/** The result of a simulation by orders; indices of trades refer to `time`. */
export interface OrderSimulationResult extends SimulationResult {
  /** Every moment at which a candle of any symbol opened, milliseconds UTC, rising; `equity` has one value for each. */
  readonly time: Float64Array;
  /** Mean over the symbols of close / first close at each moment; a symbol that has not begun counts as 1. */
  readonly benchmark: Float64Array;
  /** Positions that `finalPosition: "keep"` left open, by symbol; `openPosition` is the one entered first. */
  readonly openPositions: Readonly<Record<string, OpenPosition>>;
}

/**
 * Simulates a trader's orders candle by candle, on one or several symbols that share one cash account.
 *
 * Fills and protection are those of {@link simulate}: market orders fill at the next open, stops and limits where a
 * later candle touches them, brackets and the rules' stops inside it. Signals sent as market orders give the same
 * bits in both. At one moment the symbols trade in the order of their names; the trader receives their candles after
 * all have traded. A symbol whose candles have ended is held at its last close while the others continue. A loss
 * beyond the cash is owed while unrealised gains of other positions cover it. Compute metrics with `computeMetrics({
 * length, time, close: benchmark }, result)`.
 *
 * @throws EngineError OPTIONS_INVALID; CANDLES_TOO_FEW without a market; CANDLES_INVALID, details {symbol, count, rows},
 * when candles break the rules of {@link validateCandles}; errors that the trader throws pass through
 */
export function simulateOrders(
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  options: OrderSimulationOptions = {},
): OrderSimulationResult {
  const symbols = Object.keys(markets).toSorted();
  if (symbols.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "simulateOrders: expected at least one market.");
  }
  for (const symbol of symbols) ensureValid(markets[symbol]!, symbol);
  return playOrders(symbols, markets, trader, resolveSimulationRules(options, {}));
}

/** The same with resolved rules, on the markets named. */
export function playOrders(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  rules: SimulationRules,
): OrderSimulationResult {
  const timeline = timelineOf(symbols.map((symbol) => markets[symbol]!));
  const wallet = new Wallet(rules.initialCapital);
  const ledger = new TradeLedger(
    timeline.time,
    symbols.length > 1 ? symbols : undefined,
    timeline.moments,
  );
  const books = symbols.map(
    (symbol, k) => new MarketBook(symbol, markets[symbol]!, rules, wallet, ledger, k),
  );
  const equity = play(books, wallet, ledger, trader, timeline);
  const openAtEnd = books.some((book) => book.position.side !== 0);
  if (openAtEnd) settle(books, wallet, rules, equity);
  const open = books.flatMap(({ symbol, position: { held } }, k) => {
    if (held === null) return [];
    const entryIndex = timeline.moments?.[k]?.[held.entryIndex] ?? held.entryIndex;
    return [[symbol, { ...held, entryIndex }] as const];
  });
  return {
    initialCapital: rules.initialCapital,
    finalCapital: equity.at(-1) ?? rules.initialCapital,
    feesPaid: wallet.feesPaid,
    trades: ledger,
    equity,
    openAtEnd,
    openPosition:
      open.map(([, held]) => held).toSorted((a, b) => a.entryIndex - b.entryIndex)[0] ?? null,
    openPositions: Object.fromEntries(open),
    time: timeline.time,
    get benchmark() {
      return timeline.benchmark;
    },
  };
}

/** Simulates every moment and returns the equity after each. */
function play(
  books: readonly MarketBook[],
  wallet: Wallet,
  ledger: TradeLedger,
  trader: Trader,
  { time }: Timeline,
): Float64Array {
  const [only, ...others] = books;
  if (only !== undefined && others.length === 0) return playOne(only, wallet, trader);
  const equity = new Float64Array(time.length);
  const broker = new BookBroker(books, wallet);
  const lastCandles = new Map(
    books.map((book) => [book, new LastCandle(book.symbol, book.candles)] as const),
  );
  for (let moment = 0; moment < time.length; moment++) {
    const traded = books.filter(({ candles, index }) => candles.time[index + 1] === time[moment]);
    ledger.moment = moment;
    for (const book of traded) {
      book.next();
      book.position.markPrice = book.lastClose;
    }
    if (broker.equity <= 0) liquidate(books);
    equity[moment] = broker.equity;
    for (const book of traded) {
      const candle = lastCandles.get(book)!;
      candle.index = book.index;
      trader.onCandle(candle, broker);
    }
  }
  return equity;
}

/** The same for a single market, whose candles are the moments. */
function playOne(book: MarketBook, wallet: Wallet, trader: Trader): Float64Array {
  const { position } = book;
  const { close, length } = book.candles;
  const equity = new Float64Array(length);
  const broker = new BookBroker([book], wallet);
  const candle = new LastCandle(book.symbol, book.candles);
  for (let index = 0; index < length; index++) {
    book.next();
    candle.index = index;
    if (position.side === 0) {
      equity[index] = wallet.cash;
    } else {
      const value = wallet.cash + position.gainAt(close[index]!);
      equity[index] = value;
      if (value <= 0) {
        liquidate([book]);
        equity[index] = wallet.cash;
      }
    }
    trader.onCandle(candle, broker);
  }
  return equity;
}

/** Closes every position, gains first, so that losses meet everything that is there. */
function liquidate(books: readonly MarketBook[]): void {
  const held = books.filter((book) => book.position.side !== 0);
  const gain = (book: MarketBook): number => book.position.gainAt(book.lastClose);
  for (const book of held.toSorted((one, other) => gain(other) - gain(one))) {
    book.position.close(book.index, book.lastClose, REASON.liquidation);
  }
}

function settle(
  books: readonly MarketBook[],
  wallet: Wallet,
  rules: SimulationRules,
  equity: Float64Array,
): void {
  if (rules.finalPosition === "keep") return;
  for (const { position, index, candles } of books) {
    if (position.side === 0) continue;
    const prices = rules.finalPosition === "last_open" ? candles.open : candles.close;
    position.close(index, prices[index]!, REASON.end);
  }
  equity[equity.length - 1] = wallet.cash;
}
