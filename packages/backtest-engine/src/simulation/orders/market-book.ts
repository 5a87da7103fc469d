// Indices stay within 0..length-1, so `!` on typed-array reads only tells the checker what the loops say.

/** One symbol: its candles, its position, and the orders that wait. */

import type { Candles } from "../../candles/candles.ts";
import type { SimulationRules } from "../options.ts";
import { Position, REASON } from "../position.ts";
import { ProtectiveExits } from "../protective-exits.ts";
import type { TradeLedger } from "../trades.ts";
import type { Wallet } from "../wallet.ts";
import { isLimitFill, isSetOff, priceAtOpen, priceInside, type Bar } from "./fill-price.ts";
import type { Order } from "./order.ts";

type Waiting = { -readonly [Key in keyof Order]: Order[Key] } & { candlesLeft: number };

export class MarketBook {
  readonly symbol: string;
  readonly candles: Candles;
  readonly position: Position;
  /** Index of the candle that was traded last; -1 before the first. */
  index = -1;
  readonly #rules: SimulationRules;
  readonly #exits: ProtectiveExits;
  #waiting: Waiting[] = [];

  constructor(
    symbol: string,
    candles: Candles,
    rules: SimulationRules,
    wallet: Wallet,
    ledger: TradeLedger,
    market: number,
  ) {
    this.symbol = symbol;
    this.candles = candles;
    this.#rules = rules;
    this.position = new Position(rules, wallet, ledger, market);
    this.#exits = new ProtectiveExits(candles, this.position, rules);
  }

  /** Waiting orders in the order of their submission. */
  get orders(): readonly Order[] {
    return this.#waiting;
  }

  submit(order: Order): void {
    this.#waiting.push({ ...order, candlesLeft: order.validCandles ?? Infinity });
  }

  /** Whether it was there to be cancelled. */
  cancel(id: number): boolean {
    const kept = this.#waiting.filter((order) => order.id !== id);
    const found = kept.length < this.#waiting.length;
    this.#waiting = kept;
    return found;
  }

  /** The close of the candle that was traded last; 0 before the first. */
  get lastClose(): number {
    return this.index < 0 ? 0 : this.candles.close[this.index]!;
  }

  /**
   * Trades the next candle: orders that fill at its open, what protects the position held by then, orders that fill
   * inside it (stops before limits, unless the rules say the target comes first), each followed by its own protection.
   */
  next(): void {
    const index = ++this.index;
    const { open, high, low, close } = this.candles;
    const bar = { open: open[index]!, high: high[index]!, low: low[index]!, close: close[index]! };
    for (const order of this.#waiting) {
      const price = priceAtOpen(order, bar.open);
      if (price === price) this.#fill(order, index, price); // NaN alone differs from itself
    }
    if (this.position.side !== 0) this.#protect(index);
    this.#fillInside(index, bar);
    this.#waiting = this.#waiting.filter((order) => {
      if (isSetOff(order, bar)) order.isTriggered = true;
      return --order.candlesLeft > 0;
    });
  }

  #fillInside(index: number, bar: Bar): void {
    const isStop = (order: Waiting): boolean => order.type.startsWith("stop") && !order.isTriggered;
    const stops = this.#waiting.filter(isStop);
    const limits = this.#waiting.filter((order) => !isStop(order) && order.type !== "market");
    const targetsFirst = this.#rules.intrabar === "target_first";
    for (const order of targetsFirst ? [...limits, ...stops] : [...stops, ...limits]) {
      const price = priceInside(order, bar);
      if (price !== price) continue; // NaN alone differs from itself
      if (this.#fill(order, index, price)) this.#protect(index, price);
    }
  }

  /** Closes what the order closes and enters what it enters; whether it entered. Others of its group go. */
  #fill(order: Waiting, index: number, price: number): boolean {
    if (!this.#waiting.includes(order)) return false; // cancelled by one of its group on this very candle
    this.#waiting = this.#waiting.filter(
      (other) => other !== order && (order.group === undefined || other.group !== order.group),
    );
    const side = order.side === "buy" ? 1 : -1;
    const isLimit = isLimitFill(order);
    const held = this.position.side;
    let size = order.size;
    if (held === -side) {
      const wanted = typeof size === "object" && "units" in size ? size.units : Infinity;
      const closed = Math.min(wanted, this.position.quantity);
      this.position.close(index, price, REASON.signal, isLimit, closed);
      if (wanted <= closed) return false;
      if (wanted < Infinity) size = { units: wanted - closed };
    }
    const { direction } = this.#rules;
    const isAllowed = direction === "both" || (direction === "long") === side > 0;
    if (order.reduceOnly === true || !isAllowed) return false;
    const terms = {
      ...(size === undefined ? {} : { size }),
      ...(order.stopLoss === undefined ? {} : { stopLoss: order.stopLoss }),
      isLimit,
      isReversal: held === -side,
    };
    if (!this.position.open(index, price, side, terms)) return false;
    this.#exits.arm(order);
    return true;
  }

  #protect(index: number, insidePrice?: number): void {
    const exits = this.#exits;
    if (!exits.hit(index, insidePrice)) return;
    this.position.close(index, exits.price, exits.reason, exits.isLimit);
  }
}
