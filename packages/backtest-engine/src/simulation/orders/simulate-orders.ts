// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { anyFunction, choiceOption, objectOf, type OptionRules } from "@bourse/kernel";

import type { Candles } from "../../candles/candles.ts";
import { ensureValid } from "../../candles/ensure-valid.ts";
import type { Interval } from "../../candles/interval.ts";
import { requireMarkets } from "../../candles/require-candles.ts";
import { EngineError } from "../../errors.ts";
import { requireArguments } from "../../require-arguments.ts";
import { resolveEngineOptions } from "../../resolve-engine-options.ts";
import { checkSymbols } from "../check-symbols.ts";
import { totalReturnCandles, type ActionRules } from "../corporate-actions.ts";
import { detailed, isCandles, NO_CANDLES, type Detailed } from "../detail.ts";
import type { OpenPosition } from "../open-position.ts";
import type { SimulationOptions, SimulationRules } from "../options.ts";
import { REASON } from "../position.ts";
import { resolveSimulationRules } from "../rules-in-force.ts";
import { withMarks } from "../session-marks.ts";
import type { SimulationResult } from "../simulation-result.ts";
import { TradeLedger } from "../trades.ts";
import { rejectedOf, Wallet } from "../wallet.ts";
import { actionsOfBooks, lateClosesOf } from "./book-results.ts";
import type { Trader } from "./broker.ts";
import { LastCandle } from "./last-candle.ts";
import { MarketBook } from "./market-book.ts";
import {
  LoneMarketStep,
  SharedAccountStep,
  type FillSequence,
  type OrderRun,
} from "./order-steps.ts";
import { timelineOf, type Timeline } from "./timeline.ts";

/** Rules of a simulation that orders do not state themselves. */
export interface OrderSimulationOptions extends SimulationOptions {
  /**
   * Order of the fills at the opens (or closes) of one moment, over all symbols: `exits_first` (default) fills orders
   * against a position before the others, so that their cash is free for entries, and else in the order of
   * submission; `by_symbol` fills one symbol after the other in the order of their names.
   */
  readonly fillSequence?: FillSequence;
}

/** The result of a simulation by orders; indices of trades refer to `time`. */
export interface OrderSimulationResult extends SimulationResult {
  /** Every moment at which a candle of any symbol opened, milliseconds UTC, rising; `equity` has one value for each. */
  readonly time: Float64Array;
  /**
   * Mean over the symbols of close / first close at each moment; a symbol that has not begun counts as 1. NaN once one
   * has begun at a close of 0 or below.
   */
  readonly benchmark: Float64Array;
  /** Positions that `finalPosition: "keep"` left open, by symbol; `openPosition` is the one entered first. */
  readonly openPositions: Readonly<Record<string, OpenPosition>>;
}

/**
 * Simulates a trader's orders candle by candle, on one or several symbols that share one cash account.
 *
 * Fills and protection are those of {@link simulate}: market orders fill at the next open (or, with `fill: "close"`, at
 * the close at which they are submitted), stops and limits where a later candle touches them, brackets and the rules'
 * stops inside it. Signals sent as market orders give the same bits in both. At one moment all orders at the open fill
 * first, in the order of `fillSequence`; then the symbols trade inside their candles, in the order of their names; then
 * the trader receives the candles, and with `fill: "close"` its market orders fill in the order of `fillSequence`. A
 * symbol whose candles have ended is held at its last close while the others continue. A loss beyond the cash is owed
 * while unrealised gains of other positions cover it. Compute metrics with `computeMetrics({ length, time, close:
 * benchmark }, result)`.
 *
 * @throws EngineError OPTIONS_INVALID; CANDLES_TOO_FEW without a market; CANDLES_INVALID, details {symbol, count,
 * rows}, when candles break the rules of {@link validateCandles}; errors that the trader throws pass through
 */
export function simulateOrders(
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  options: OrderSimulationOptions = {},
): OrderSimulationResult {
  return runOrders(markets, trader, options);
}

/** The same on candles of an interval that may be known. */
export function runOrders(
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  options: OrderSimulationOptions,
  interval?: Interval,
): OrderSimulationResult {
  requireMarkets(markets, "simulateOrders");
  requireArguments("simulateOrders", { trader, options }, SHAPES);
  const symbols = Object.keys(markets).toSorted();
  if (symbols.length === 0) {
    throw new EngineError("CANDLES_TOO_FEW", "simulateOrders: expected at least one market.");
  }
  const { fillSequence: asked, ...rules } = options;
  const isBelow0 = rules.allowNegativePrices === true;
  for (const symbol of symbols) ensureValid(markets[symbol]!, symbol, isBelow0);
  const { fillSequence } = resolveEngineOptions("simulateOrders", { fillSequence: asked }, RULES);
  const resolved = resolveSimulationRules(rules, {}, interval);
  return playOrders(symbols, markets, trader, resolved, fillSequence);
}

const SHAPES = { trader: objectOf({ onCandle: anyFunction }), options: objectOf({}) };

const RULES: OptionRules<{ readonly fillSequence: FillSequence }> = {
  fillSequence: choiceOption(["exits_first", "by_symbol"], { default: "exits_first" }),
};

/**
 * The same with resolved rules, on the markets named. `candleOf` has the index that results state for each moment,
 * where these are of finer candles.
 */
export function playOrders(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  rules: SimulationRules,
  fillSequence: FillSequence = "exits_first",
  candleOf?: Uint32Array,
): OrderSimulationResult {
  checkSymbols({ ...rules, borrowRate: rules.borrowRates }, symbols);
  if (rules.detail !== undefined) return playFiner(symbols, markets, trader, rules, fillSequence);
  const timeline = timelineOf(heldMarkets(symbols, markets, rules));
  const wallet = new Wallet(rules);
  const ledger = new TradeLedger(
    timeline.time,
    symbols.length > 1 ? symbols : undefined,
    timeline.moments,
    candleOf,
  );
  ledger.hasFunding = rules.funding !== undefined;
  const books = symbols.map(
    (symbol, k) => new MarketBook(symbol, markets[symbol]!, rules, wallet, ledger, k),
  );
  const run = { books, wallet, rules, ledger, trader, atClose: rules.fill === "close" };
  const equity = books.length === 1 ? playOne(run) : playSeveral(run, timeline, fillSequence);
  const openAtEnd = books.some((book) => book.position.side !== 0);
  if (openAtEnd) settle(books, wallet, rules, equity);
  const open = books.flatMap(({ symbol, position: { held } }, k) => {
    if (held === null) return [];
    const moment = timeline.moments?.[k]?.[held.entryIndex] ?? held.entryIndex;
    const entryIndex = candleOf?.[moment] ?? moment;
    return [[symbol, { ...held, entryIndex }] as const];
  });
  return {
    initialCapital: rules.initialCapital,
    finalCapital: equity.at(-1) ?? rules.initialCapital,
    feesPaid: wallet.feesPaid,
    fundingPaid: wallet.fundingPaid,
    trades: ledger,
    equity,
    openAtEnd,
    openPosition:
      open.map(([, held]) => held).toSorted((a, b) => a.entryIndex - b.entryIndex)[0] ?? null,
    openPositions: Object.fromEntries(open),
    ...lateClosesOf(books),
    ...rejectedOf(wallet, rules),
    ...actionsOfBooks(books),
    time: timeline.time,
    get benchmark() {
      return timeline.benchmark;
    },
  };
}

/** The markets as they are worth when they are held, with dividends, splits and rolls. */
function heldMarkets(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  rules: ActionRules,
): readonly Candles[] {
  return symbols.map((symbol) => totalReturnCandles(markets[symbol]!, rules, symbol));
}

/** Plays the finer candles alone and states trades and equity by the candles that they are of. */
function playFiner(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  trader: Trader,
  { detail, ...rules }: SimulationRules,
  fillSequence: FillSequence,
): OrderSimulationResult {
  const finer = finerMarkets(symbols, markets, detail!, rules.allowNegativePrices); // the caller has found one
  const inside = finer.map((one, k) => withMarks(markets[symbols[k]!]!, one, rules));
  const times = timelineOf(inside).time;
  const { time, benchmark } = timelineOf(heldMarkets(symbols, markets, rules));
  const momentOf = new Uint32Array(times.length);
  for (let k = 0, moment = 0; k < times.length; k++) {
    while (time[moment + 1]! <= times[k]!) moment++;
    momentOf[k] = moment;
  }
  const result = playOrders(
    symbols,
    Object.fromEntries(symbols.map((symbol, k) => [symbol, inside[k]!])),
    atCloses(symbols, markets, finer, trader),
    { ...rules, detail: undefined },
    fillSequence,
    momentOf,
  );
  const equity = new Float64Array(time.length);
  for (const [k, moment] of momentOf.entries()) equity[moment] = result.equity[k]!;
  const uses = finer.map(({ use }) => use);
  return {
    ...result,
    equity,
    time,
    benchmark,
    detail: {
      candles: uses.reduce((sum, use) => sum + use.candles, 0),
      missing: uses.reduce((sum, use) => sum + use.missing, 0),
    },
  };
}

function finerMarkets(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  detail: NonNullable<SimulationRules["detail"]>,
  allowNegativePrices: boolean | undefined,
): readonly Detailed[] {
  if (symbols.length === 1 && isCandles(detail)) {
    return [detailed(markets[symbols[0]!]!, detail, allowNegativePrices)];
  }
  const bySymbol = isCandles(detail) ? {} : detail;
  const unknown = Object.keys(bySymbol).find((symbol) => !symbols.includes(symbol));
  if (unknown === undefined && !isCandles(detail)) {
    return symbols.map((symbol) =>
      detailed(markets[symbol]!, bySymbol[symbol] ?? NO_CANDLES, allowNegativePrices),
    );
  }
  throw new EngineError(
    "OPTIONS_INVALID",
    `simulateOrders: option "detail" must be candles by symbol, one of ${symbols.join(", ")}; found ${unknown === undefined ? "those of one market" : JSON.stringify(unknown)}.`,
    { details: { option: "detail" } },
  );
}

/** Tells the trader of the closes of its own candles only. */
function atCloses(
  symbols: readonly string[],
  markets: Readonly<Record<string, Candles>>,
  finer: readonly Detailed[],
  trader: Trader,
): Trader {
  const own = new Map(
    symbols.map((symbol, k) => {
      const candle = new LastCandle(symbol, markets[symbol]!);
      return [symbol, { candle, detail: finer[k]! }] as const;
    }),
  );
  return {
    onCandle({ symbol, index }, broker) {
      const { candle, detail } = own.get(symbol)!; // every market has one
      if (detail.candles.ends?.[index] !== 1) return;
      candle.index = detail.candleOf[index]!;
      trader.onCandle(candle, broker);
    },
  };
}

/** Simulates the candles of a single market, which are the moments, and returns the equity after each. */
function playOne(run: OrderRun): Float64Array {
  const step = new LoneMarketStep(run);
  const equity = new Float64Array(run.books[0]!.candles.length);
  for (let index = 0; index < equity.length; index++) equity[index] = step.next(index);
  return equity;
}

/** Simulates every moment of several markets and returns the equity after each. */
function playSeveral(run: OrderRun, { time }: Timeline, fillSequence: FillSequence): Float64Array {
  const step = new SharedAccountStep(run, fillSequence);
  const equity = new Float64Array(time.length);
  for (let moment = 0; moment < time.length; moment++) {
    equity[moment] = step.next(moment, time[moment]!);
  }
  return equity;
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
