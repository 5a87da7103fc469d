/** Trades as CSV, and the figures of each symbol of a portfolio. */

import { absentOr, anyText, listOf, objectOf, type ArgumentRule } from "@bourse/kernel";

import { onlyIf, requireArguments } from "../require-arguments.ts";
import type { Trade } from "../simulation/trades.ts";
import { csvOf, isTime, timeCell, type Cell } from "./csv-table.ts";

/** A trade by its times, with or without the indices of its candles. */
export type TradeRow = Omit<Trade, "entryIndex" | "exitIndex">;

const COLUMNS: readonly (readonly [name: string, cell: (trade: TradeRow) => Cell])[] = [
  ["side", ({ side }) => side],
  ["quantity", ({ quantity }) => quantity],
  ["entry_time", ({ entryTime }) => timeCell(entryTime)],
  ["entry_price", ({ entryPrice }) => entryPrice],
  ["exit_time", ({ exitTime }) => timeCell(exitTime)],
  ["exit_price", ({ exitPrice }) => exitPrice],
  ["pnl", ({ pnl }) => pnl],
  ["return", (trade) => trade.return],
  ["fees", ({ fees }) => fees],
  ["exit_reason", ({ exitReason }) => exitReason],
];

/** Columns that only some runs have: with funding rates, of portfolios, and of strategies that give their reasons. */
const FURTHER: typeof COLUMNS = [
  ["funding", ({ funding }) => funding],
  ["symbol", ({ symbol }) => symbol],
  ["entry_tag", ({ entryTag }) => entryTag],
  ["exit_tag", ({ exitTag }) => exitTag],
];

/**
 * Writes trades as CSV (RFC 4180), a row a trade in their order. Columns have the names of the HTTP routes: `side`,
 * `quantity`, `entry_time` … `exit_reason`; `funding`, `symbol`, `entry_tag` and `exit_tag` where any trade has them.
 * Times are ISO 8601 in UTC. A tag that a spreadsheet would take for a formula gets a leading apostrophe.
 *
 * @throws EngineError OPTIONS_INVALID for anything but trades
 */
export function writeTradesCsv(trades: Iterable<TradeRow>): string {
  requireArguments("writeTradesCsv", { trades }, { trades: tradeRows });
  const list = [...trades];
  const further = FURTHER.filter(([, cell]) => list.some((trade) => cell(trade) !== undefined));
  const columns = [...COLUMNS, ...further];
  return csvOf(
    columns.map(([name]) => name),
    list.map((trade) => columns.map(([, cell]) => cell(trade))),
  );
}

/** A portfolio as {@link writeSymbolsCsv} needs it, such as a result of `backtestPortfolio`. */
export interface PortfolioTrades {
  /** Closed trades with their symbols. */
  readonly trades: Iterable<TradeRow>;
  /** Symbols of the portfolio, each a row. Default: those that were traded, in the order of their first exit. */
  readonly symbols?: readonly string[];
}

/**
 * Writes the figures of each symbol of a portfolio as CSV (RFC 4180), computed from its closed trades: `symbol`,
 * `total_trades`, `wins`, `losses`, `win_rate`, `pnl`, `fees`, `funding`, `avg_return`, `best_trade`,
 * `worst_trade`, `profit_factor`. Money is in the quote currency, fractions are plain; a figure that is not defined is
 * an empty cell. `pnl` of all rows is the profit of the closed trades.
 *
 * @throws EngineError OPTIONS_INVALID for anything but trades with symbols
 */
export function writeSymbolsCsv(portfolio: PortfolioTrades): string {
  requireArguments("writeSymbolsCsv", { portfolio }, { portfolio: PORTFOLIO });
  const bySymbol = new Map<string, TradeRow[]>(
    (portfolio.symbols ?? []).map((symbol) => [symbol, []]),
  );
  for (const trade of portfolio.trades) {
    const { symbol = "" } = trade;
    const list = bySymbol.get(symbol) ?? [];
    list.push(trade);
    bySymbol.set(symbol, list);
  }
  return csvOf(
    SYMBOL_COLUMNS,
    Array.from(bySymbol, ([symbol, trades]) => [symbol, ...symbolFigures(trades)]),
  );
}

const SYMBOL_COLUMNS = [
  "symbol",
  "total_trades",
  "wins",
  "losses",
  "win_rate",
  "pnl",
  "fees",
  "funding",
  "avg_return",
  "best_trade",
  "worst_trade",
  "profit_factor",
];

/** The cells after the symbol, defined as those of `Metrics`. */
function symbolFigures(trades: readonly TradeRow[]): readonly Cell[] {
  const profits = trades.map(({ pnl }) => pnl);
  const returns = trades.flatMap((trade) => trade.return ?? []);
  const gains = profits.filter((pnl) => pnl > 0);
  const losses = profits.filter((pnl) => pnl < 0);
  const lost = -sumOf(losses);
  const hasFunding = trades.some(({ funding }) => funding !== undefined);
  const areAllDefined = returns.length === trades.length;
  const some = (figure: number): Cell => (trades.length > 0 && areAllDefined ? figure : null);
  return [
    trades.length,
    gains.length,
    losses.length,
    trades.length === 0 ? 0 : gains.length / trades.length,
    sumOf(profits),
    sumOf(trades.map(({ fees }) => fees)),
    hasFunding ? sumOf(trades.map(({ funding = 0 }) => funding)) : null,
    trades.length === 0 ? 0 : some(sumOf(returns) / trades.length),
    some(returns.reduce((best, one) => Math.max(best, one), -Infinity)),
    some(returns.reduce((worst, one) => Math.min(worst, one), Infinity)),
    lost > 0 ? sumOf(gains) / lost : null,
  ];
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

const NUMBERS = ["quantity", "entryPrice", "exitPrice", "pnl", "fees"] as const;

/** Accepts an iterable of trades whose cells can be written. */
const tradeRows: ArgumentRule = onlyIf(
  "a list of trades",
  (value) =>
    typeof value === "object" &&
    [...(value as Iterable<TradeRow>)].every(
      (trade) =>
        typeof trade.side === "string" &&
        typeof trade.exitReason === "string" &&
        isTime(trade.entryTime) &&
        isTime(trade.exitTime) &&
        NUMBERS.every((name) => typeof trade[name] === "number") &&
        (typeof trade.return === "number" || trade.return === null) &&
        [trade.symbol, trade.entryTag, trade.exitTag].every(isTextOrAbsent),
    ),
);

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

const PORTFOLIO = objectOf({ trades: tradeRows, symbols: absentOr(listOf(anyText)) });
