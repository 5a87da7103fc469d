// Indices stay within 0..length-1, so `!` on array reads only satisfies the type checker.

import { actionsOf, type ActionBookings } from "../action-bookings.ts";
import type { BookedAction } from "../corporate-actions.ts";
import type { FinerCandles } from "../detail.ts";
import { fundingOf, type FundingPayments } from "../funding-payments.ts";
import { rulesOfMarket } from "../market-rules.ts";
import type { SimulationRules } from "../options.ts";
import { roundToLot, splitSize } from "../position-size.ts";
import { Position, REASON } from "../position.ts";
import { ProtectiveExits } from "../protective-exits.ts";
import { sessionCloserOf, type SessionCloser } from "../session-closer.ts";
import type { TagNames } from "../tags.ts";
import { toTick } from "../tick.ts";
import type { TradeLedger } from "../trades.ts";
import type { Wallet } from "../wallet.ts";
import { isLimitFill, isSetOff, pathTo, priceAtOpen, priceInside, type Bar } from "./fill-price.ts";
import type { Order, OrderRequest } from "./order.ts";

type Waiting = { -readonly [Key in keyof Order]: Order[Key] } & {
  candlesLeft: number;
  /** Close at which the order was submitted; 0 before the first candle. */
  signalClose: number;
};

/** An order that can fill at a price that all markets share in time: an open or a close. */
export interface Fillable {
  readonly book: MarketBook;
  readonly order: Order;
  readonly price: number;
  /** True if the order is against the position held, so that its fill sets cash free. */
  readonly isExit: boolean;
}

/** Lists of orders are replaced, never changed, so that a list that was handed out stays as it was. */
const NONE: Waiting[] = [];

/** One market of a simulation: its candles, its position and its waiting orders. */
export class MarketBook {
  readonly symbol: string;
  readonly candles: FinerCandles;
  readonly position: Position;
  /** Index of the candle that was traded last; -1 before the first. */
  index = -1;
  readonly #rules: SimulationRules;
  readonly #exits: ProtectiveExits;
  readonly #wallet: Wallet;
  readonly #borrowRate: number;
  readonly #funding: FundingPayments | undefined;
  readonly #corporate: ActionBookings | undefined;
  readonly #tags: TagNames;
  readonly #closer: SessionCloser | undefined;
  #waiting: Waiting[] = NONE;

  constructor(
    symbol: string,
    candles: FinerCandles,
    ruled: SimulationRules,
    wallet: Wallet,
    ledger: TradeLedger,
    market: number,
  ) {
    const rules = rulesOfMarket(ruled, symbol);
    this.symbol = symbol;
    this.candles = candles;
    this.#rules = rules;
    this.#wallet = wallet;
    this.#tags = ledger.tags;
    this.position = new Position(rules, wallet, ledger, candles, market);
    this.#borrowRate = rules.borrowRates?.[symbol] ?? rules.borrowRate;
    this.#exits = new ProtectiveExits(candles, this.position, rules);
    this.#funding = fundingOf(rules, symbol, candles, this.position);
    this.#closer = sessionCloserOf(candles, this.position, rules);
    this.#corporate = actionsOf(rules, symbol, candles, this.position, wallet);
  }

  /** Dividends, splits and rolls that met the position; undefined in a run without them. */
  get actions(): readonly BookedAction[] | undefined {
    return this.#corporate?.booked;
  }

  /** A waiting order after a split of the share. */
  #split(order: Waiting, ratio: number): Waiting {
    const { price, stopPrice, size, signalClose } = order;
    const moved: Waiting = {
      ...order,
      ...(size !== undefined && { size: splitSize(size, ratio) }),
      ...(price !== undefined && { price: price / ratio }),
      ...(stopPrice !== undefined && { stopPrice: stopPrice / ratio }),
      signalClose: signalClose / ratio,
    };
    if (this.#rules.tickSize > 0) bringToTick(moved, this.#rules.tickSize);
    return moved;
  }

  /** Waiting orders in the order of their submission. */
  get orders(): readonly Order[] {
    return this.#waiting;
  }

  /**
   * Adds an order. Its prices are rounded to the tick, away from the market: a limit no worse than asked, a stop no
   * sooner.
   */
  submit(request: OrderRequest, id: number): void {
    const waiting: Waiting = {
      ...request,
      id,
      symbol: this.symbol,
      type: request.type ?? "market",
      isTriggered: false,
      candlesLeft: request.validCandles ?? Infinity,
      signalClose: this.lastClose,
    };
    const { tickSize } = this.#rules;
    if (tickSize > 0) bringToTick(waiting, tickSize);
    this.#waiting = this.#waiting.length === 0 ? [waiting] : [...this.#waiting, waiting];
  }

  /** Removes a waiting order. Returns true if it was there. */
  cancel(id: number): boolean {
    const kept = this.#waiting.filter((order) => order.id !== id);
    const found = kept.length < this.#waiting.length;
    this.#waiting = kept;
    return found;
  }

  /** Close of the candle that was traded last; 0 before the first. */
  get lastClose(): number {
    return this.index < 0 ? 0 : this.candles.close[this.index]!;
  }

  /**
   * Simulates the next candle: orders that fill at its open; protection of the position held by then; orders that
   * fill inside it (stops before limits unless the rules say otherwise), each followed by its own protection.
   */
  next(): void {
    this.index++;
    this.payFundingAtOpen();
    this.leaveSession();
    // On most candles there is no order and the position does not change.
    if (this.#waiting.length > 0) {
      for (const { order, price } of this.fillableAtOpen()) this.fill(order, price);
      this.tradeInside();
    } else {
      if (this.position.side !== 0 && this.#exits.isArmed) this.#protect(this.index);
      this.#end();
    }
  }

  /** Number of positions that were closed after a session whose last candle is missing. */
  get lateCloses(): number | undefined {
    return this.#closer?.lateCloses;
  }

  /**
   * Closes at the present open what a session that ended unseen has left, and cancels what waited for it, in a run that
   * holds nothing over a session's end.
   */
  leaveSession(): void {
    if (this.#closer?.atOpen(this.index)) this.#waiting = NONE;
  }

  /** Books dividends, splits and rolls, then the funding due at the open of the present candle, before any fill. */
  payFundingAtOpen(): void {
    const ratio = this.#corporate?.applyAtOpen(this.index, this.#exits) ?? 1;
    if (ratio !== 1) this.#waiting = this.#waiting.map((order) => this.#split(order, ratio));
    if (this.position.side !== 0) this.#funding?.payAtOpen(this.index);
  }

  /** Closes the position at the close of the last candle before a roll. Returns true if it did. */
  rollOut(): boolean {
    return this.#corporate?.rollOut(this.index) ?? false;
  }

  /** Settles the funding inside the present candle, and the session that ends with it. */
  #end(): void {
    if (this.position.side !== 0) {
      this.#funding?.payInside(this.index, this.#closer?.heldUntil(this.index));
    }
    if (this.#closer?.atClose(this.index)) this.#waiting = NONE;
  }

  /** Orders that fill at the open of the present candle. */
  *fillableAtOpen(): Generator<Fillable> {
    const open = this.candles.open[this.index]!;
    const takesMarketOrders = this.#rules.fill === "next_open";
    for (const order of this.#waiting) {
      if (order.type === "market" && !takesMarketOrders) continue;
      const price = priceAtOpen(order, open);
      if (price === price) yield this.#fillable(order, price); // NaN alone differs from itself
    }
  }

  /** Market orders that fill at the close of the present candle; that of a session fills none and cancels them. */
  *fillableAtClose(): Generator<Fillable> {
    if (this.#closer?.isLast(this.index)) {
      this.#waiting = this.#waiting.filter(({ type }) => type !== "market");
      return;
    }
    const close = this.lastClose;
    for (const order of this.#waiting) {
      if (order.type === "market") yield this.#fillable(order, close);
    }
  }

  #fillable(order: Waiting, price: number): Fillable {
    const isExit = this.position.side === (order.side === "buy" ? -1 : 1);
    return { book: this, order, price, isExit };
  }

  /** Fills an order at the open or close of the present candle, unless it is no longer waiting. */
  fill(order: Order, price: number): void {
    this.#fill(order as Waiting, this.index, price);
  }

  /** Simulates the present candle after its open. */
  tradeInside(): void {
    const { index } = this;
    if (this.position.side !== 0 && this.#exits.isArmed) this.#protect(index);
    this.#fillInside(index);
    this.#end();
  }

  /** True if a candle of the trader closes with the present one, which may be a finer one. */
  get isEnd(): boolean {
    const { ends } = this.candles;
    return ends === undefined || ends[this.index] === 1;
  }

  /** Charges the borrowing cost of the trader's candle that closes. */
  payBorrowing(): void {
    if (this.#borrowRate > 0 && this.position.side !== 0 && this.isEnd) {
      this.position.payBorrowing(this.lastClose, this.#borrowRate);
    }
  }

  #fillInside(index: number): void {
    if (this.#waiting.length === 0) return;
    const { open, high, low, close } = this.candles;
    const bar = { open: open[index]!, high: high[index]!, low: low[index]!, close: close[index]! };
    for (const order of this.#inOrderOfFills(bar)) {
      const price = priceInside(order, bar, this.#rules.stopLimit);
      if (price !== price) continue; // NaN alone differs from itself
      if (this.#fill(order, index, price)) this.#protect(index, price);
    }
    this.#waiting = this.#waiting.filter((order) => {
      if (isSetOff(order, bar)) order.isTriggered = true;
      if (this.isEnd) order.candlesLeft -= 1;
      return order.candlesLeft > 0;
    });
  }

  /** Orders that may fill inside the candle, in the order given by the price path or by the rules. */
  #inOrderOfFills(bar: Bar): readonly Waiting[] {
    const orders = this.#waiting.filter((order) => order.type !== "market");
    const { intrabar, stopLimit } = this.#rules;
    if (intrabar === "ohlc_path") {
      return orders
        .map((order) => ({ order, way: pathTo(priceInside(order, bar, stopLimit), bar) }))
        .toSorted((one, other) => one.way - other.way)
        .map(({ order }) => order);
    }
    const isStop = (order: Waiting): boolean => order.type.startsWith("stop") && !order.isTriggered;
    const stops = orders.filter(isStop);
    const limits = orders.filter((order) => !isStop(order));
    return intrabar === "target_first" ? [...limits, ...stops] : [...stops, ...limits];
  }

  /**
   * Closes what the order closes and enters what it enters; removes the other orders of its group. Returns true if it
   * entered.
   */
  #fill(order: Waiting, index: number, price: number): boolean {
    if (!this.#waiting.includes(order)) return false; // cancelled by one of its group on this very candle
    this.#wallet.order = order.id;
    const entered = this.#carryOut(order, index, price);
    this.#wallet.order = 0;
    return entered;
  }

  #carryOut(order: Waiting, index: number, price: number): boolean {
    const room = this.position.room(index);
    if (!(room > 0)) return false; // it waits for a candle with volume
    this.#take(order);
    this.position.tag = this.#tags.codeOf(order.tag);
    const side = order.side === "buy" ? 1 : -1;
    const isLimit = isLimitFill(order);
    const held = this.position.side;
    let size = order.size;
    if (held === -side) {
      const wanted =
        typeof size === "object" && "units" in size ? this.#inContracts(size.units) : Infinity;
      const closable = Math.min(wanted, this.position.quantity);
      const closed = Math.min(closable, room);
      if (!(closed > 0)) return false;
      this.position.close(index, price, REASON.signal, isLimit, closed);
      if (closed < closable) {
        const rest = wanted === Infinity ? {} : { size: { units: wanted - closed } };
        this.#waiting = [...this.#waiting, { ...order, ...rest }];
        return false;
      }
      if (wanted <= closed) return false;
      if (wanted < Infinity) size = { units: wanted - closed };
    }
    const { direction } = this.#rules;
    const isAllowed = direction === "both" || (direction === "long") === side > 0;
    if (order.reduceOnly === true || !isAllowed) return false;
    const terms = {
      size: size ?? this.#rules.positionSize,
      stopLoss: order.stopLoss === undefined ? this.#rules.stopLoss : order.stopLoss,
      takeProfit: order.takeProfit === undefined ? this.#rules.takeProfit : order.takeProfit,
      isLimit,
      isReversal: held === -side,
    };
    const entered = this.position.open(index, price, side, terms);
    const { unfilled } = this.position;
    if (unfilled > 0) this.#waiting = [...this.#waiting, { ...order, size: { units: unfilled } }];
    if (!entered) return false;
    this.#exits.arm(order.signalClose, order);
    return true;
  }

  /** Units of an order that closes, of a future in whole contracts. */
  #inContracts(units: number): number {
    const { contract, lotSize } = this.#rules;
    return contract === undefined ? units : roundToLot(units, lotSize);
  }

  /** Removes an order that fills from the waiting ones, with the others of its group. */
  #take(order: Waiting): void {
    if (this.#waiting.length === 1) this.#waiting = NONE;
    else {
      this.#waiting = this.#waiting.filter(
        (other) => other !== order && (order.group === undefined || other.group !== order.group),
      );
    }
  }

  #protect(index: number, insidePrice?: number): void {
    const exits = this.#exits;
    const { position } = this;
    if (!exits.isArmed || !exits.hit(index, insidePrice)) return;
    const isLiquidated = exits.reason === REASON.liquidation;
    if (isLiquidated && this.#rules.maintenanceMargin === 0) this.#wallet.isRuined = true;
    const room = isLiquidated ? Infinity : position.room(index);
    const quantity = Math.min(room, position.quantity);
    if (quantity > 0) position.close(index, exits.price, exits.reason, exits.isLimit, quantity);
    if (position.side !== 0) this.#leaveNext();
  }

  /** Fills the part of a protective exit that exceeded the candle's volume at the next opens. */
  #leaveNext(): void {
    const side = this.position.side > 0 ? "sell" : "buy";
    if (this.#waiting.some(({ id }) => id === 0)) return;
    this.submit({ side, reduceOnly: true }, 0);
  }
}

function bringToTick(order: Waiting, tickSize: number): void {
  const side = order.side === "buy" ? 1 : -1;
  if (order.price !== undefined) order.price = toTick(order.price, tickSize, -side);
  if (order.stopPrice !== undefined) order.stopPrice = toTick(order.stopPrice, tickSize, side);
}
