// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import type { Candles } from "../candles/candles.ts";
import type { FinerCandles } from "./detail.ts";
import type { SimulationRules } from "./options.ts";
import { REASON, type Position } from "./position.ts";
import { stepInForce } from "./profit-steps.ts";
import { toTick } from "./tick.ts";

const MINUTE = 60_000;

/** Distances of a stop and a target from the price that the rules measure from, as fractions of it; null for none. */
export interface ExitDistances {
  /** Distance of the stop. Above 0; default: that of the rules. */
  readonly stopLoss?: number | null;
  /** Distance of the target. Above 0; default: that of the rules. */
  readonly takeProfit?: number | null;
}

/** The position that the exits are of. */
export type HeldSide = Pick<Position, "side" | "entryPrice" | "entryIndex" | "liquidationPrice">;

/**
 * Exits inside a candle: stop, target, profit steps, trailing stop and liquidation.
 *
 * Shorts are handled as mirrored longs: prices are multiplied by the side, so that "worse" is always "lower" and the
 * candle's high and low change places. Levels are stored mirrored.
 *
 * Order inside a candle (`stop_first`): the stop as it was at the open; then the candle's best price moves the trailing
 * stop; then the target, the profit steps, and the trailing stop's new level. Profit steps come before a stop that has
 * been trailed, as in freqtrade. Liquidation works like a stop: the price triggers whichever of the two it reaches
 * first. On the `ohlc_path` the extreme nearer to the open comes first.
 */
export class ProtectiveExits {
  /** Price of the exit that {@link hit} found. */
  price = 0;
  reason: number = REASON.signal;
  isLimit = false;
  /** True if anything could close the position. */
  isArmed: boolean;

  #stop = -Infinity;
  #target = Infinity;
  #distance = 0;
  /** Own distances of the position, which a roll keeps. */
  #own: ExitDistances = {};
  #trailed = false;
  readonly #candles: Candles;
  readonly #position: HeldSide;
  readonly #rules: SimulationRules;
  readonly #closesOnly: boolean;
  /** True if a price inside a candle can liquidate the position. */
  readonly #liquidates: boolean;
  /** True if a candle's best price moves the trailing stop after the candle only. */
  readonly #trailsLater: boolean;
  /** Mirrored best price of the candle that was examined last. */
  #bestSince = 0;
  /** True if rules other than fixed levels can close a position. */
  readonly #isFollowing: boolean;
  /** Length of a candle in milliseconds, for profit steps that begin at an open. */
  readonly #step: number;

  constructor(candles: FinerCandles, position: HeldSide, rules: SimulationRules) {
    this.#candles = candles;
    this.#position = position;
    this.#rules = rules;
    this.#closesOnly = rules.intrabar === "close_only";
    this.#liquidates = rules.maintenanceMargin > 0 || rules.liquidation === "inside_candle";
    this.#trailsLater = rules.trailingStop !== undefined && rules.trailing === "next_candle";
    this.#isFollowing =
      this.#liquidates || rules.trailingStop !== undefined || rules.profitSteps.length > 0;
    this.isArmed = this.#isFollowing;
    this.#step = candles.step ?? shortestStep(candles.time, rules.profitSteps.length > 0);
  }

  /**
   * Sets the levels of the position that has just been entered, at its own distances where it has them. `signalClose`
   * is the close at which the entry was decided.
   */
  arm(signalClose: number, own: ExitDistances = {}): void {
    this.#own = own;
    const { side } = this.#position;
    const base = this.#rules.levels === "entry" ? this.#position.entryPrice : signalClose;
    const { trailingStop } = this.#rules;
    const { stopLoss = this.#rules.stopLoss, takeProfit = this.#rules.takeProfit } = own;
    const initial =
      stopLoss ?? (trailingStop?.waitForActivation ? null : (trailingStop?.distance ?? null));
    const { tickSize } = this.#rules;
    const stop = initial === null ? -Infinity : side * base * (1 - side * initial);
    const target = takeProfit === null ? Infinity : side * base * (1 + side * takeProfit);
    this.#stop = toTick(stop, tickSize, -1);
    this.#target = toTick(target, tickSize, 1);
    this.#distance = initial ?? 0;
    this.#trailed = false;
    this.isArmed = this.#isFollowing || this.#stop > -Infinity || this.#target < Infinity;
  }

  /** Price of the stop as it stands; null without one. */
  get stop(): number | null {
    return this.#stop > -Infinity ? this.#position.side * this.#stop : null;
  }

  /** Price of the target; null without one. */
  get target(): number | null {
    return this.#target < Infinity ? this.#position.side * this.#target : null;
  }

  /** Number of the reason of an exit at the stop as it stands. */
  get stopReason(): number {
    return this.#trailed ? REASON.trailing_stop : REASON.stop_loss;
  }

  /** Sets the levels anew from the price at which a roll has entered the next contract. */
  roll(): void {
    this.arm(this.#position.entryPrice, this.#own);
  }

  /** Moves the levels to the prices after a split of a share into `ratio`. */
  split(ratio: number): void {
    this.#stop /= ratio;
    this.#target /= ratio;
    this.#bestSince /= ratio;
  }

  /**
   * Returns true if candle `index` closes the position; `price`, `reason` and `isLimit` then describe the exit.
   *
   * `insidePrice` is given when the position was entered or increased inside this candle, after its open. Only the
   * close is known to follow that price, so a target counts as reached when the close is beyond it, a stop when the
   * low is. A stop that is already beyond this price fills at this price, because the market never traded at the
   * stop.
   */
  hit(index: number, insidePrice?: number): boolean {
    const isHit = this.#hits(index, insidePrice);
    if (!isHit && this.#trailsLater) this.#trail(this.#bestSince);
    return isHit;
  }

  #hits(index: number, insidePrice: number | undefined): boolean {
    const { side } = this.#position;
    const enteredInside = insidePrice !== undefined;
    const candles = this.#candles;
    const close = side * candles.close[index]!;
    const only = this.#closesOnly;
    const first = insidePrice ?? candles.open[index]!;
    const open = only ? close : side * first;
    const best = side > 0 ? candles.high[index]! : -candles.low[index]!;
    const high = only ? close : enteredInside ? Math.max(open, close) : best;
    const low = only ? close : side > 0 ? candles.low[index]! : -candles.high[index]!;
    const { intrabar } = this.#rules;
    this.#bestSince = high;
    if (intrabar === "ohlc_path" && !enteredInside) {
      return this.#hitsOnPath(index, open, high, low, close);
    }
    if (intrabar === "target_first") {
      if (this.#hitsTarget(open, high) || this.#hitsStep(index, open, high, low)) return true;
    }
    if (this.#liquidates && this.#isLiquidated(open, low)) return true;
    const standing = low <= this.#stop;
    if (standing && !(this.#trailed && this.#hitsStep(index, open, high, low))) {
      return this.#exitAtStop(open, high);
    }
    if (standing) return true;
    this.#trailInside(high);
    if (this.#hitsTarget(open, high) || this.#hitsStep(index, open, high, low)) return true;
    return low <= this.#stop && this.#exitAtTrail(index, open, low);
  }

  /**
   * The same along the path open, nearer extreme, other extreme, close; when both are equally near, the worse comes
   * first.
   */
  #hitsOnPath(index: number, open: number, high: number, low: number, close: number): boolean {
    if (open <= this.#stop) return this.#exitAtStop(open, high);
    const isBestFirst = high - open < open - low;
    if (isBestFirst) {
      if (this.#hitsTarget(open, high) || this.#hitsStep(index, open, high, low)) return true;
      this.#trailInside(high);
    }
    if (this.#liquidates && this.#isLiquidated(open, low)) return true;
    if (low <= this.#stop) return this.#exit(this.#stop, this.stopReason, false);
    if (isBestFirst) return false;
    if (this.#hitsTarget(open, high) || this.#hitsStep(index, open, high, low)) return true;
    this.#trailInside(high);
    return close <= this.#stop && this.#exit(this.#stop, this.stopReason, false);
  }

  /** Returns true if the price takes the margin, or without one the whole account, before it reaches a stop. */
  #isLiquidated(open: number, low: number): boolean {
    const position = this.#position;
    const level = position.side * position.liquidationPrice();
    if (!(low <= level) || this.#stop >= level) return false; // NaN is no level
    return this.#exit(open <= level ? open : level, REASON.liquidation, false);
  }

  #exitAtStop(open: number, high: number): boolean {
    const gapped = this.#rules.gap === "open" ? open <= this.#stop : high < this.#stop;
    return this.#exit(gapped ? open : this.#stop, this.stopReason, false);
  }

  /**
   * Exit at a trailing stop that moved and was touched on the same candle. On the candle of the entry the order of
   * the prices is unknown: the price is assumed to rise just enough to move the stop and to fall at once.
   */
  #exitAtTrail(index: number, open: number, low: number): boolean {
    if (index !== this.#position.entryIndex || this.#closesOnly) {
      return this.#exit(this.#closesOnly ? low : this.#stop, REASON.trailing_stop, false);
    }
    const { activation = 0, waitForActivation = false } = this.#rules.trailingStop!;
    const risen = waitForActivation ? activation : 0;
    const worst = open + Math.abs(open) * (risen - this.#distance);
    return this.#exit(worst > low ? worst : low, REASON.trailing_stop, false);
  }

  #hitsTarget(open: number, high: number): boolean {
    if (high < this.#target) return false;
    return this.#exit(open > this.#target ? open : this.#target, REASON.take_profit, true);
  }

  #hitsStep(index: number, open: number, high: number, low: number): boolean {
    const { profitSteps } = this.#rules;
    if (profitSteps.length === 0) return false;
    const { entryIndex } = this.#position;
    const time = this.#candles.time;
    const minutes = Math.floor((time[index]! - time[entryIndex]!) / MINUTE);
    const step = stepInForce(profitSteps, minutes);
    if (step === undefined || !(this.#profitAt(high) > step.profit)) return false;
    const level = this.#priceOfProfit(step.profit);
    const onOpen = (step.afterMinutes * MINUTE) % this.#step === 0 && minutes > 0;
    const begins =
      onOpen && (step.profit === -1 || (minutes === step.afterMinutes && open > level));
    const inside = Math.min(Math.max(level, low), high);
    return this.#exit(begins ? open : inside, REASON.roi, true);
  }

  #trailInside(high: number): void {
    if (!this.#trailsLater) this.#trail(high);
  }

  #trail(high: number): void {
    const { trailingStop } = this.#rules;
    if (trailingStop === undefined) return;
    if (!(this.#position.side * high > 0)) return; // a distance is a fraction of a price above 0
    const { distance, activation = 0, activeDistance = distance, waitForActivation } = trailingStop;
    const profit = this.#profitAt(high);
    if (waitForActivation === true && profit < activation) return;
    const used = profit > activation ? activeDistance : distance;
    const level = toTick(high - Math.abs(high) * used, this.#rules.tickSize, -1);
    if (level <= this.#stop) return;
    this.#stop = level;
    this.#distance = used;
    this.#trailed = true;
  }

  /** Profit after fees at a mirrored price, as a fraction of the entry, to 8 digits: 5 % is not above 5 %. */
  #profitAt(mirrored: number): number {
    const { side, entryPrice } = this.#position;
    const { fee, makerFee } = this.#rules;
    const left = side * mirrored * (1 - (mirrored * side < 0 ? -side : side) * makerFee);
    const profit = side * (left / (entryPrice * (1 + side * fee)) - 1);
    return Math.round(profit * 1e8) / 1e8;
  }

  /** The mirrored price at which the profit after fees is `profit`. */
  #priceOfProfit(profit: number): number {
    const { side, entryPrice } = this.#position;
    const { fee, makerFee } = this.#rules;
    const left = side * entryPrice * (1 + side * (profit + fee));
    return left / (1 - (left * side < 0 ? -side : side) * makerFee);
  }

  #exit(mirrored: number, reason: number, isLimit: boolean): true {
    this.price = this.#position.side * mirrored;
    this.reason = reason;
    this.isLimit = isLimit;
    return true;
  }
}

/** Shortest time between two candles in milliseconds, which is their interval even if there are gaps. */
function shortestStep(time: Float64Array, needed: boolean): number {
  let shortest = Infinity;
  for (let i = 1; needed && i < time.length; i++) {
    shortest = Math.min(shortest, time[i]! - time[i - 1]!);
  }
  return shortest;
}
