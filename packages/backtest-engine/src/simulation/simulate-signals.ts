// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

/** The loops over signals: fills, stops inside a candle, valuation at each close. */

import type { Decisions } from "../strategy/strategy.ts";
import type { ActionBookings, actionsOf } from "./action-bookings.ts";
import type { FinerCandles } from "./detail.ts";
import type { EntryTerms } from "./entry-terms.ts";
import type { FundingPayments, fundingOf } from "./funding-payments.ts";
import { inFours, nextSignal } from "./next-signal.ts";
import type { SimulationRules } from "./options.ts";
import { splitSize } from "./position-size.ts";
import { Position, REASON } from "./position.ts";
import { ProtectiveExits } from "./protective-exits.ts";
import type { SessionCloser, sessionCloserOf } from "./session-closer.ts";
import { Action, signalActions } from "./signal-actions.ts";
import { termsAt } from "./signal-terms.ts";
import type { SimulationResult } from "./simulation-result.ts";
import type { TradeLedger } from "./trades.ts";
import { rejectedOf, Wallet } from "./wallet.ts";

/** Parts of a simulation for options of some markets; a page that has no such options leaves them out. */
export interface MarketParts {
  /** Closes positions with each session: `flatByClose`. */
  readonly closerOf: typeof sessionCloserOf;
  /** Books `dividends`, `splits` and `rolls`. */
  readonly actionsOf: typeof actionsOf;
  /** Pays `funding`. */
  readonly fundingOf: typeof fundingOf;
}

/** Simulates decisions under resolved rules; it overwrites `ledger` and `equity`. Without parts no rule needs them. */
export function simulateSignals(
  candles: FinerCandles,
  decisions: Decisions,
  rules: SimulationRules,
  ledger: TradeLedger,
  equity: Float64Array,
  parts?: MarketParts,
): SimulationResult {
  ledger.clear();
  ledger.hasFunding = rules.funding !== undefined;
  const wallet = new Wallet(rules);
  const position = new Position(rules, wallet, ledger, candles);
  const { columns, takeProfit, stopLoss, trailingStop, profitSteps } = rules;
  const hasOwnExits = columns?.stopLosses !== undefined || columns?.takeProfits !== undefined;
  const isProtected =
    takeProfit !== null || stopLoss !== null || trailingStop !== undefined || hasOwnExits;
  const isOnMargin =
    rules.borrowRate > 0 || rules.maintenanceMargin > 0 || rules.funding !== undefined;
  const closer = parts?.closerOf(candles, position, rules);
  const corporate = parts?.actionsOf(rules, undefined, candles, position, wallet);
  const run = {
    candles,
    decisions,
    rules,
    wallet,
    position,
    ledger,
    equity,
    actions: signalActions(rules),
    closer,
    corporate,
    funding: parts?.fundingOf(rules, undefined, candles, position),
  };
  const isFollowed = isOnMargin || corporate !== undefined || closer !== undefined;
  if (isProtected || isFollowed || profitSteps.length > 0) followCandles(run);
  else followSignals(run);
  const openAtEnd = position.side !== 0;
  if (openAtEnd) settleAtEnd(run);
  return {
    initialCapital: rules.initialCapital,
    finalCapital: equity.at(-1) ?? rules.initialCapital,
    feesPaid: wallet.feesPaid,
    fundingPaid: wallet.fundingPaid,
    trades: ledger,
    equity,
    openAtEnd,
    openPosition: position.held,
    ...(closer !== undefined && { lateCloses: closer.lateCloses }),
    ...rejectedOf(wallet, rules),
    ...(corporate !== undefined && { actions: corporate.booked }),
  };
}

interface Run {
  readonly candles: FinerCandles;
  readonly decisions: Decisions;
  readonly rules: SimulationRules;
  readonly wallet: Wallet;
  readonly position: Position;
  readonly ledger: TradeLedger;
  readonly equity: Float64Array;
  readonly actions: Uint8Array;
  /** Closes the position with each session; undefined in a run that may hold it. */
  readonly closer: SessionCloser | undefined;
  /** Dividends, splits and rolls; undefined in a run without them. */
  readonly corporate: ActionBookings | undefined;
  /** Payments of funding; undefined in a run without rates. */
  readonly funding: FundingPayments | undefined;
}

const REVERSAL: EntryTerms = { isReversal: true };

/**
 * Simulates a run without stops: only signals change the position, so the loop jumps from signal to signal and values
 * the stretches between.
 */
function followSignals(run: Run): void {
  const exits = new ProtectiveExits(run.candles, run.position, run.rules);
  const { position, actions, candles, rules } = run;
  const { signals, warmUp } = run.decisions;
  const delay = rules.fill === "next_open" ? 1 : 0;
  const prices = delay === 1 ? candles.open : candles.close;
  const fours = inFours(signals);
  let marked = 0;
  const end = signals.length - delay;
  let i = nextSignal(signals, fours, warmUp, end);
  for (; i < end; i = nextSignal(signals, fours, i + 1, end)) {
    const price = prices[i + delay]!;
    const action = actions[(signals[i]! & 15) + 16 * (position.side + 1)]!;
    if (action === Action.none) continue;
    const index = i + delay;
    const held = position.side;
    hold(run, exits, marked, index, delay);
    marked = index;
    if (position.side !== held) break; // Nothing was left on the way: there is nothing to trade with.
    act(run, action, index, price, i);
  }
  hold(run, exits, marked, candles.length, delay);
}

/** Values the closes of `[from, to)` between two fills and liquidates the position where a price takes the account. */
function hold(run: Run, exits: ProtectiveExits, from: number, to: number, delay: number): void {
  const { position } = run;
  // A fill at the close is exposed to the next candle, and up to the candle of the next fill.
  const ruin = ruinInside(run, from + 1 - delay, Math.min(to + 1 - delay, run.candles.length));
  if (ruin === -1) {
    mark(run, from, to);
    return;
  }
  mark(run, from, ruin);
  if (position.side !== 0) leave(position, exits, ruin);
  mark(run, ruin, to);
}

/** The index of the first candle of `[from, to)` whose worst price takes the account; -1 if there is none. */
function ruinInside({ position, rules, candles }: Run, from: number, to: number): number {
  const { side } = position;
  if (side === 0 || rules.liquidation === "at_close") return -1;
  const level = side * position.liquidationPrice();
  if (level !== level) return -1; // NaN alone differs from itself
  const { high, low, close } = candles;
  const worst = rules.intrabar === "close_only" ? close : side > 0 ? low : high;
  for (let i = from; i < to; i++) if (side * worst[i]! <= level) return i;
  return -1;
}

/**
 * Simulates a run with stops or targets: every candle with a position is examined; without a position the loop jumps
 * to the next signal.
 */
function followCandles(run: Run): void {
  const { position, actions, candles, equity, rules, closer, funding } = run;
  const { signals, warmUp } = run.decisions;
  const delay = rules.fill === "next_open" ? 1 : 0;
  const prices = delay === 1 ? candles.open : candles.close;
  const exits = new ProtectiveExits(candles, position, rules);
  const length = equity.length;
  const dropsSignals = rules.signalOnExit === "drop";
  let marked = 0;
  let exitedAt = -1;
  for (let i = warmUp + delay; i < length; i++) {
    let signal = signals[i - delay]! & 15;
    const split = run.corporate?.applyAtOpen(i, exits) ?? 1;
    const splitSinceSignal = delay === 1 ? split : 1; // a signal at the close comes after the split
    const price = prices[i]!;
    if (position.side === 0 && signal === 0) continue;
    if (position.side === 0) {
      mark(run, marked, i);
      marked = i;
    }
    if (position.side !== 0) funding?.payAtOpen(i);
    const isVoid = closer?.atOpen(i) === true;
    // A fill at the open comes before the exits inside the candle, a fill at the close after them.
    if (delay === 0) {
      if (leaveInside(run, exits, funding, i)) exitedAt = i;
      if (closer?.atClose(i)) signal = 0;
    } else if (isVoid) signal = 0;
    if (dropsSignals && exitedAt === i - delay) signal = 0;
    const action = actions[signal + 16 * (position.side + 1)]!;
    if (action !== Action.none && act(run, action, i, price, i - delay, splitSinceSignal)) {
      const { columns } = rules;
      exits.arm(
        candles.close[i - delay]! / splitSinceSignal,
        columns === undefined ? undefined : termsAt(columns, i - delay),
      );
    }
    if (delay === 1) {
      if (leaveInside(run, exits, funding, i)) exitedAt = i;
      closer?.atClose(i);
    }
    const isEnd = candles.ends === undefined || candles.ends[i] === 1;
    if (isEnd && rules.borrowRate > 0 && position.side !== 0) {
      position.payBorrowing(candles.close[i]!, rules.borrowRate);
    }
    run.corporate?.rollOut(i);
    mark(run, i, i + 1);
    marked = i + 1;
  }
  mark(run, marked, length);
}

/** Closes the position if a stop or target was hit, or settles its funding. Returns true if it was closed. */
function leaveInside(
  { position, closer }: Run,
  exits: ProtectiveExits,
  funding: FundingPayments | undefined,
  index: number,
): boolean {
  if (position.side === 0) return false;
  if (leave(position, exits, index)) return true;
  funding?.payInside(index, closer?.heldUntil(index));
  return false;
}

/** Closes the position if a stop or target was hit. Returns true if it did. */
function leave(position: Position, exits: ProtectiveExits, index: number): boolean {
  const isHit = exits.hit(index);
  if (isHit) position.close(index, exits.price, exits.reason, exits.isLimit);
  return isHit;
}

/**
 * Carries out the action of the signal at candle `signal` at `price`; `split`: new shares for one old share since then.
 * Returns true if a position was entered or added to.
 */
function act(
  { position, rules, decisions, ledger }: Run,
  action: number,
  index: number,
  price: number,
  signal: number,
  split = 1,
): boolean {
  const held = position.side;
  const { tags } = decisions;
  if (tags !== undefined) position.tag = ledger.tags.codeOf(tags[signal]);
  if (action & Action.close) position.close(index, price, REASON.signal);
  else if (held !== 0 && position.entries >= rules.pyramiding) return false;
  const side = action & Action.openLong ? 1 : action & Action.openShort ? -1 : 0;
  if (side === 0) return false;
  const reversal = held === -side ? REVERSAL : undefined;
  const { columns } = rules;
  if (columns === undefined) return position.open(index, price, side, reversal);
  const { size, ...own } = termsAt(columns, signal);
  const terms = {
    ...own,
    ...(size !== undefined && { size: splitSize(size, split) }),
    ...reversal,
  };
  return position.open(index, price, side, terms);
}

/** Writes the account's value at the closes of `[from, to)` and liquidates the position where nothing is left. */
function mark(run: Run, from: number, to: number): void {
  const { equity, position } = run;
  const { close } = run.candles;
  const { cash } = run.wallet;
  if (position.side === 0) {
    for (let i = from; i < to; i++) equity[i] = cash; // stretches are short: fill() costs more to call
    return;
  }
  const signed = position.side * position.quantity * position.multiplier;
  const end = markHeld(equity, close, cash, signed, position.entryPrice, from, to);
  if (end === to) return;
  position.close(end, close[end]!, REASON.liquidation);
  equity.fill(run.wallet.cash, end, to);
}

/** The same for the position as it is. Returns the index of the candle at whose close nothing is left, else `to`. */
function markHeld(
  equity: Float64Array,
  close: Float64Array,
  cash: number,
  signed: number,
  entryPrice: number,
  from: number,
  to: number,
): number {
  // No calls in this loop: a call would make the compiler read the arrays' bounds again for each candle.
  for (let i = from; i < to; i++) {
    const value = cash + signed * (close[i]! - entryPrice);
    equity[i] = value;
    if (value <= 0) return i;
  }
  return to;
}

function settleAtEnd(run: Run): void {
  const { equity, position, rules } = run;
  if (rules.finalPosition === "keep") return;
  const last = equity.length - 1;
  const { open, close } = run.candles;
  const price = rules.finalPosition === "last_open" ? open[last]! : close[last]!;
  position.close(last, price, REASON.end);
  equity[last] = run.wallet.cash;
}
