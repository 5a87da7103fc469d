// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { Candles } from "../candles/candles.ts";
import type { Interval } from "../candles/interval.ts";
import { requireCandles } from "../candles/require-candles.ts";
import { EngineError } from "../errors.ts";
import type { Decisions } from "../strategy/strategy.ts";
import { actionsOf, splitSize, type ActionBookings } from "./action-bookings.ts";
import { checkDecisions, checkPrices } from "./check-simulation.ts";
import { checkSymbols } from "./check-symbols.ts";
import { detailed, isCandles, finerColumns, finerDecisions, type FinerCandles } from "./detail.ts";
import type { EntryTerms } from "./entry-terms.ts";
import { fundingOf, type FundingPayments } from "./funding-payments.ts";
import { rulesOfMarket } from "./market-rules.ts";
import { inFours, nextSignal } from "./next-signal.ts";
import { resolveSimulationRules, type SimulationOptions, type SimulationRules } from "./options.ts";
import { simulateByOrders } from "./orders/simulate-by-orders.ts";
import { Position, REASON } from "./position.ts";
import { ProtectiveExits } from "./protective-exits.ts";
import { sessionCloserOf, type SessionCloser } from "./session-closer.ts";
import { withMarks } from "./session-marks.ts";
import { Action, signalActions } from "./signal-actions.ts";
import { termsAt } from "./signal-terms.ts";
import type { SimulationResult } from "./simulation-result.ts";
import { volumeShareOf } from "./slippage.ts";
import { TradeLedger } from "./trades.ts";
import { rejectedOf, Wallet } from "./wallet.ts";

/**
 * Simulates the decisions of a strategy on its candles, with one account and one position at a time.
 *
 * A signal is taken at the close of its candle and filled at the next candle's open (or at that close itself with
 * `fill: "close"`); a signal on the last candle has no next open and is not filled. Order of events on each candle:
 * the fill at the open; stops and targets inside the candle, starting with the entry's candle after a fill at an open
 * and with the next candle after a fill at a close; the fill at the close; the valuation at the close. An account
 * that has lost everything ends at 0: its position is liquidated at the price inside the candle at which nothing is
 * left, or at an open beyond it.
 *
 * With slippage by a share of the volume, signals become market orders of `simulateOrders`, whose unfilled parts wait
 * for the next opens; this requires `fill: "next_open"`.
 *
 * The same input gives the same bits. O(n) time, 8 bytes for each candle and 104 for each trade, at most twice that
 * while it grows. The candles are trusted to be valid; only the prices at which signals fill are checked again.
 *
 * @throws EngineError OPTIONS_INVALID: an unknown option or one out of bounds; STRATEGY_INVALID: decisions for
 * another number of candles; CANDLES_INVALID: a fill price that is not above 0, or with `allowNegativePrices` not
 * finite
 */
export function simulate(
  candles: Candles,
  decisions: Decisions,
  options?: SimulationOptions,
): SimulationResult {
  return simulateRun(candles, decisions, options);
}

/** The same on candles of an interval that may be known. */
export function simulateRun(
  candles: Candles,
  decisions: Decisions,
  options: SimulationOptions | undefined,
  interval?: Interval,
): SimulationResult {
  requireCandles(candles, "simulate");
  checkDecisions(candles, decisions);
  const rules = resolveSimulationRules(options, decisions, interval);
  checkPrices(candles, decisions.warmUp, rules);
  const ledger = new TradeLedger(candles.time);
  return simulateInto(candles, decisions, rules, ledger, new Float64Array(candles.length));
}

/**
 * The same with resolved rules on candles that are known to be valid; it overwrites `ledger` and `equity`, so that a
 * sweep can reuse them.
 */
export function simulateInto(
  candles: FinerCandles,
  decisions: Decisions,
  ruled: SimulationRules,
  ledger: TradeLedger,
  equity: Float64Array,
): SimulationResult {
  checkSymbols({ ...ruled, borrowRate: ruled.borrowRates }, []);
  const rules = rulesOfMarket(ruled, undefined);
  if (rules.detail !== undefined) return simulateFiner(candles, decisions, rules, equity);
  if (volumeShareOf(rules.slippage) < Infinity) return simulateByOrders(candles, decisions, rules);
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
  const closer = sessionCloserOf(candles, position, rules);
  const corporate = actionsOf(rules, undefined, candles, position, wallet);
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

/** Simulates the finer candles alone and states its trades and its equity by the candles that they are of. */
function simulateFiner(
  candles: Candles,
  decisions: Decisions,
  { detail, ...rules }: SimulationRules,
  equity: Float64Array,
): SimulationResult {
  if (!isCandles(detail!)) throw noDetail();
  const finer = detailed(candles, detail, rules.allowNegativePrices);
  const { candleOf, lastOf } = finer;
  const finerRules: SimulationRules = {
    ...rules,
    detail: undefined,
    columns: rules.columns && finerColumns(rules.columns, finer),
  };
  const { openPosition, ...result } = simulateInto(
    withMarks(candles, finer, rules),
    finerDecisions(decisions, finer),
    finerRules,
    new TradeLedger(finer.candles.time, undefined, undefined, candleOf),
    new Float64Array(finer.candles.length),
  );
  for (const [i, last] of lastOf.entries()) equity[i] = result.equity[last]!;
  return {
    ...result,
    equity,
    openPosition: openPosition && {
      ...openPosition,
      entryIndex: candleOf[openPosition.entryIndex]!,
    },
    detail: finer.use,
  };
}

function noDetail(): EngineError {
  return new EngineError(
    "OPTIONS_INVALID",
    'simulate: option "detail" must be candles of the one market; found an object without them.',
    { details: { option: "detail" } },
  );
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
  const { position, actions, candles, equity, rules, closer } = run;
  const { signals, warmUp } = run.decisions;
  const delay = rules.fill === "next_open" ? 1 : 0;
  const prices = delay === 1 ? candles.open : candles.close;
  const exits = new ProtectiveExits(candles, position, rules);
  const length = equity.length;
  const dropsSignals = rules.signalOnExit === "drop";
  const funding = fundingOf(rules, undefined, candles, position);
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
