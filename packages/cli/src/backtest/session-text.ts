/** Trading sessions and their replay as lines of text. What is not known is `–`. */

import type { DriftTrade, Session, SessionDrift } from "@bourse/contract/backtest";
import { count, numeral, price, signedPercent } from "@bourse/kernel/figures";

import { textList, textTable } from "./text-table.ts";

/** Trades of a replay that are printed; `--json` has all of them. */
const MOST_TRADES = 20;

/** One session in a sentence. */
export function sessionLine(session: Session): string {
  const { number, id, state, reason, strategy, symbol, interval, exchange, equity } = session;
  const why = reason === null ? "" : ` (${reason})`;
  return `Session ${number} (${id}) is ${state}${why}: ${strategy} on ${symbol} ${interval} of ${exchange}, ${session.broker}, equity ${numeral(equity)}.`;
}

/** Sessions as a table; `now` is the server's time, milliseconds UTC. */
export function sessionsText(list: readonly Session[], now: number): string {
  if (list.length === 0) return 'There is no session; "bourse backtest trade start" starts one.';
  const head = [
    "Session",
    "State",
    "Strategy",
    "Symbol",
    "Interval",
    "Equity",
    "Return",
    "Last candle",
  ];
  return textTable(
    head,
    list.map((session) => [
      `${session.number} ${session.id.slice(0, 8)}`,
      session.state,
      session.strategy,
      session.symbol,
      session.interval,
      numeral(session.equity),
      signedPercent(returnOf(session)),
      ageOf(session.last_candle_time, now),
    ]),
  );
}

/** All about one session; `now` is the server's time, milliseconds UTC. */
export function sessionText(session: Session, now: number): string {
  const parameters = Object.entries(session.parameters).map(([name, value]) => `${name}=${value}`);
  const positions = session.positions.map(
    ({ side, quantity, symbol, entry_price: entry, unrealized_pnl: profit }) =>
      `${side} ${quantity} ${symbol} at ${price(entry)}, open profit ${numeral(profit)}`,
  );
  return textList([
    ["Session", `${session.number} (${session.id})`],
    ["State", session.reason === null ? session.state : `${session.state}: ${session.reason}`],
    ["Strategy", `${session.strategy} ${session.strategy_version}`],
    ["Parameters", parameters.length === 0 ? "none" : parameters.join(", ")],
    ["Market", `${session.symbol} ${session.interval} of ${session.exchange}, ${session.broker}`],
    ...liveRows(session),
    ["Equity", `${numeral(session.equity)} (${signedPercent(returnOf(session))})`],
    ["Cash", numeral(session.cash)],
    ["Fees paid", numeral(session.fees_paid)],
    ["Funding paid", numeral(session.funding_paid)],
    ["Positions", positions.length === 0 ? "none" : positions.join("; ")],
    ["Trades", count(session.trades)],
    ["Orders, fills", `${count(session.orders)}, ${count(session.fills)}`],
    [
      "Candles",
      `${count(session.candles)}, ${count(session.late_candles)} late, ${count(session.corrections)} corrected`,
    ],
    ["Last candle", lastCandle(session, now)],
    ["Started", session.start_time],
    ["Stopped", session.stopped_at ?? "–"],
  ]);
}

function liveRows({ live }: Session): [string, string][] {
  if (live === null) return [];
  const { base_position: base, foreign_orders: foreign, unconfirmed } = live;
  const parts = [
    `position ${live.own_position}, beside it ${base ?? "not read yet"}`,
    `${count(foreign)} orders of others`,
    `${count(unconfirmed)} without an answer`,
    live.reconciled_at === null ? "not yet compared" : `compared ${live.reconciled_at}`,
  ];
  return [[`Account ${live.account}`, parts.join("; ")]];
}

function lastCandle({ last_candle_time: time, stale_since: since }: Session, now: number): string {
  const told = time === null ? "none yet" : `${time}, ${ageOf(time, now)}`;
  return since === null ? told : `${told}; no candle has come since ${since}`;
}

/** Growth of the account since the start. */
function returnOf({ equity, initial_capital: start }: Session): number {
  return equity / start - 1;
}

/** Distance of a time in its largest unit: `3 min ago`; `–` for none. */
function ageOf(time: string | null, now: number): string {
  if (time === null) return "–";
  const seconds = Math.max(0, Math.floor((now - Date.parse(time)) / 1000));
  const [size, unit] = UNITS.find(([length]) => seconds >= length) ?? [1, "s"];
  return `${count(Math.floor(seconds / size))} ${unit} ago`;
}

const UNITS = [
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
] as const;

/** The comparison of a session with its recomputation. */
export function driftText(drift: SessionDrift): string {
  const { strategy_version: strategy, engine_version: engine } = drift;
  const parts = [
    textList([
      ["Decisions recomputed", count(drift.decisions)],
      ["Other from the same inputs", count(drift.different)],
      ["Other on the candles as they read now", count(drift.affected)],
      ["Equity", numeral(drift.equity)],
      ["Equity of the simulation", numeral(drift.simulated_equity)],
      ["Strategy", versionText(strategy)],
      ["Engine", versionText(engine)],
    ]),
  ];
  if (drift.differences.length > 0) parts.push(differencesText(drift));
  if (drift.trades.length > 0) parts.push(tradesText(drift.trades));
  if (parts.length === 1) parts.push("Every decision and trade is that of the simulation.");
  return parts.join("\n\n");
}

function versionText({ session, now }: SessionDrift["engine_version"]): string {
  return session === now ? now : `${session}, recomputed by ${now}`;
}

/** Number of the differences by their cause, with the first of each. */
function differencesText({ differences }: SessionDrift): string {
  const causes = Map.groupBy(differences, ({ cause }) => cause);
  const rows = [...causes].map(([cause, list]) => [
    cause,
    count(list.length),
    String(list[0]!.index),
    list[0]!.time,
  ]);
  return textTable(["Differences by cause", "Decisions", "First", "Candle"], rows);
}

function tradesText(trades: readonly DriftTrade[]): string {
  const table = textTable(
    ["Trade", "Side", "Profit", "Simulated", "Entry slip", "Exit slip", "Exit"],
    trades
      .slice(0, MOST_TRADES)
      .map((trade) => [
        String(trade.index),
        trade.side ?? "–",
        numeral(trade.pnl),
        numeral(trade.simulated_pnl),
        signedPercent(trade.entry_slippage, 4),
        signedPercent(trade.exit_slippage, 4),
        trade.exit_time ?? "–",
      ]),
  );
  const rest = trades.length - MOST_TRADES;
  return rest > 0 ? `${table}\n… and ${count(rest)} more; --json has all of them.` : table;
}
