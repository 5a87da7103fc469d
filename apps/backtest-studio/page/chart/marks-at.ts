/** The marks of trades in words: what stands at a candle, and a whole trade. */

import type { JobTrade } from "@bourse/contract/backtest";
import { spaced } from "@bourse/ui/format";

import { count, money, price, utc } from "../model/numbers.ts";
import { firstFrom } from "./candle-feed.ts";
import type { Trades } from "./trades.ts";

/** Times of the marks that are told, in seconds. */
interface Stretch {
  readonly from: number;
  /** End, which is outside. */
  readonly until: number;
  /** Digits behind the point of the prices. */
  readonly digits: number;
}

/** Most marks that are told one by one. */
const ALONE = 3;

/** Words for the entries and exits of a stretch; empty where there is none. */
export function marksAt(trades: Trades, { from, until, digits }: Stretch): string {
  const { rows, entry, exit } = trades;
  // Entries rise; exits do not where trades overlap, but none is before its entry.
  const [first, end] = [firstFrom(entry, from), firstFrom(entry, until)];
  const entries = Array.from({ length: end - first }, (_, at) => first + at);
  const exits: number[] = [];
  for (const [at, time] of exit.subarray(0, end).entries()) {
    if (time >= from && time < until) exits.push(at);
  }
  if (entries.length + exits.length > ALONE) {
    return `${count(entries.length)} entries and ${count(exits.length)} exits: zoom in to see each.`;
  }
  const words = (places: readonly number[], told: (trade: JobTrade) => string): string[] =>
    places.flatMap((at) => {
      const trade = rows[at];
      return trade === undefined ? [] : [`Trade ${at + 1}: ${told(trade)}.`];
    });
  return [
    ...words(exits, (trade) => exitWords(trade, digits)),
    ...words(entries, (trade) => entryWords(trade, digits)),
  ].join(" ");
}

/** Words for the trade at a place; empty where there is none. */
export function tradeWords({ rows }: Trades, at: number, digits: number): string {
  const trade = rows[at];
  if (trade === undefined) return "";
  const entry = `${entryWords(trade, digits)}, ${utc(trade.entry_time)} UTC`;
  const exit = `${exitWords(trade, digits)}, ${utc(trade.exit_time)} UTC`;
  return `Trade ${at + 1} of ${count(rows.length)}: ${entry}; ${exit}.`;
}

function entryWords({ side, entry_price: entry }: JobTrade, digits: number): string {
  return `${side} entry at ${price(entry, digits)}`;
}

function exitWords(trade: JobTrade, digits: number): string {
  const { side, exit_price: exit, exit_reason: reason, pnl } = trade;
  const outcome = pnl < 0 ? `lost ${money(-pnl)}` : `won ${money(pnl)}`;
  return `${side} exit at ${price(exit, digits)} by ${spaced(reason)}, ${outcome}`;
}
