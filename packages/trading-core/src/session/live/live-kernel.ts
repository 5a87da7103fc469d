/**
 * The core of a live session: what its strategy decides, what its orders have become, and its books. A machine without
 * store, clock or network; fills and ends of orders come from outside, and nothing of it is simulated.
 */

import { EngineError } from "@bourse/backtest-engine";
import { intervalMilliseconds } from "@bourse/backtest-engine/data";
import type { Broker } from "@bourse/backtest-engine/simulation";
import { engineVersion, StrategyDecider, type SaidSignal } from "@bourse/backtest-engine/stepper";
import { Decimal } from "@bourse/kernel";

import type { Instrument } from "../../execution/instruments.ts";
import type { OrderRequest } from "../../execution/port.ts";
import type { LastPrice } from "../../risk/read-account.ts";
import type { StreamedCandle } from "../../streams/port.ts";
import { hashOf, sorted } from "../hash-of.ts";
import type { SessionDefinition } from "../session-kernel.ts";
import type { DecisionScope, SessionBooks, SessionOrderStatus, SessionState } from "../session.ts";
import type { SessionMove } from "../transitions.ts";
import { LiveBooks, withoutBaseFee, type LiveFill } from "./live-books.ts";
import type { AskedOrder, HeldOrder, LiveOrder } from "./live-order.ts";
import { engineOrderOf, LiveOrders, priceOf, type LiveMoment } from "./live-orders.ts";
import type { LiveSessionFill, LiveStep, TakenDecision } from "./live-step.ts";
import { requestOf } from "./order-request.ts";
import { Protection } from "./protection.ts";
import type { OrderRefusal } from "./session-live.ts";
import { askedOf } from "./supported-orders.ts";

/** A live session in memory. */
export class LiveKernel {
  readonly #definition: SessionDefinition;
  readonly #decider: StrategyDecider;
  readonly #instrument: Instrument;
  readonly #closers = new Set<number>();
  readonly #protection: Protection;
  readonly books: LiveBooks;
  readonly orders: LiveOrders;
  state: SessionState = "warming";
  #inputHash: string;
  #fills = 0;
  #lastTime: number;
  #first = 0;
  #entryIndex = 0;
  /** Time of the commit that the present intents are part of, milliseconds UTC. */
  #now = 0;
  /** Index of the decision that is being taken; null between two candles. */
  #deciding: number | null = null;
  /** Numbers that the orders of a decision had before; null for a new decision. */
  #again: number[] | null = null;
  /** Last order that the strategy has seen. */
  #seen = 0;
  #left = new Set<number>();
  /** Orders that the strategy has asked for at this close. */
  #asks: AskedOrder[] = [];

  /**
   * Begins a session without a candle. `parameters` are resolved.
   *
   * @throws EngineError OPTIONS_INVALID; STRATEGY_INVALID for a strategy by signals without a look-back
   */
  constructor(definition: SessionDefinition, instrument: Instrument) {
    const { id, strategy, parameters, symbol, interval, startTime, options } = definition;
    this.#definition = definition;
    this.#instrument = instrument;
    this.books = new LiveBooks(options.initialCapital ?? 10_000, Decimal.parse(instrument.lot));
    this.orders = new LiveOrders(id, symbol);
    this.#lastTime = startTime;
    this.#decider = new StrategyDecider(
      strategy,
      parameters,
      { symbol, interval, startTime, options },
      this.#account(),
    );
    const { books, orders } = this;
    this.#protection = new Protection({ books, orders, decider: this.#decider, instrument });
    this.#inputHash = hashOf([
      [strategy.name, strategy.version, engineVersion],
      [symbol, interval, startTime],
      sorted(parameters),
      sorted(options),
    ]);
  }

  /** Number of candles worked off. */
  get length(): number {
    return this.#decider.length;
  }

  /** Number of fills so far. */
  get fillCount(): number {
    return this.#fills;
  }

  /** Close of the last candle, for risk rules; null before the first. */
  get lastPrice(): LastPrice | null {
    if (this.length === 0) return null;
    const priceTime = this.#lastTime + intervalMilliseconds(this.#definition.interval);
    return { price: Decimal.fromNumber(this.#decider.close), priceTime };
  }

  /** The account at the last close. */
  get shownBooks(): SessionBooks {
    const { books } = this;
    const { close } = this.#decider;
    const unrealised = books.gainAt(close);
    const position = {
      symbol: this.#definition.symbol,
      side: books.held.sign === -1 ? ("short" as const) : ("long" as const),
      quantity: books.held.absolute().toNumber(),
      entryPrice: books.entryPrice.toNumber(),
      unrealised: unrealised.toNumber(),
    };
    return {
      equity: books.cash.plus(unrealised).toNumber(),
      cash: books.cash.toNumber(),
      feesPaid: books.fees.toNumber(),
      fundingPaid: 0,
      trades: this.#closers.size,
      positions: books.held.sign === 0 ? [] : [position],
    };
  }

  /** Does what an act asks of the orders; its state is set. `now`: time of the commit, milliseconds UTC. */
  act(move: SessionMove, now: number): void {
    this.#inputHash = hashOf([this.#inputHash, move]);
    if (move === "pause") this.#leave(({ live }) => !this.#isReducing(live.asked));
    else if (move !== "resume") this.#leave(() => true);
    this.closeOn(now);
  }

  /** Submits an order that closes what is held while it flattens; ends the flattening when nothing is left. */
  closeOn(now: number): void {
    const { side } = this.books;
    const isClosing = this.orders.waiting.some(({ live }) => live.leftBefore === null);
    if (this.state !== "flattening" || isClosing) return;
    if (side === 0) {
      if (this.orders.waiting.length === 0) this.state = "paused";
      return;
    }
    const asked = { side: side > 0 ? "sell" : "buy", type: "market", reduceOnly: true } as const;
    this.orders.add(asked, this.length, this.#moment, now);
  }

  /** Brings the order that keeps the stop or the target to what is held. `now`: time of the commit. */
  protect(now: number): void {
    if (this.state === "running" || this.state === "paused")
      this.#protection.keep(this.#moment, now);
  }

  /**
   * Works off a candle. `now`: time of its commit, milliseconds UTC.
   *
   * @throws EngineError CANDLES_INVALID, STRATEGY_INVALID, OPTIONS_INVALID for an order that is none; errors that the
   * strategy throws pass through. The kernel is of no use after an error.
   */
  step(candle: StreamedCandle, isLate: boolean, now: number): LiveStep {
    this.#now = now;
    const isWarm = candle.time >= this.#definition.startTime;
    if (this.state === "warming" || this.state === "running") {
      this.state = isWarm ? "running" : "warming";
    }
    this.#expire();
    this.#seen = this.orders.count;
    const step = this.#decide(candle, isLate, this.#scope(isLate));
    const { time, open, high, low, close, volume } = candle;
    this.#inputHash = hashOf([this.#inputHash, time, open, high, low, close, volume, isLate]);
    this.protect(now);
    return { ...step, decision: { ...step.decision, inputHash: this.#inputHash } };
  }

  /**
   * Takes a stored decision again, and returns it as it came out; the orders are loaded and the fills before it booked.
   * `seen`: number of the last order before it.
   */
  again({ candle, said, decision }: TakenDecision, seen: number): LiveStep["decision"] {
    this.#seen = seen;
    this.#again = [...decision.submitted];
    const step = this.#decide(candle, decision.isLate, decision.scope, said ?? undefined);
    this.#again = null;
    this.#inputHash = decision.inputHash;
    return step.decision;
  }

  /** Lets orders go that only close, where nothing is held on that side: they would enter. */
  leaveIdle(): void {
    const isIdle = ({ live: { stage, asked } }: HeldOrder): boolean =>
      stage === "open" && asked.reduceOnly === true && !this.#isAgainst(asked.side);
    this.#leave(isIdle);
  }

  /** The request that is to be sent for an order. @throws ExecutionError ORDER_INVALID */
  requestOf(number: number): OrderRequest {
    return requestOf(this.orders.get(number), {
      books: this.books,
      decider: this.#decider,
      instrument: this.#instrument,
    });
  }

  /**
   * Books a fill of an order, and returns its parts. `isFeeInBase`: the fee of a purchase was taken from what it
   * bought, so that much less came in.
   */
  book(number: number, fill: LiveFill, isFeeInBase = false): readonly LiveSessionFill[] {
    this.orders.fill(number, fill);
    const { group } = this.orders.get(number).order;
    if (group !== null) {
      this.#leave(({ order }) => order.id !== number && order.group === group);
    }
    return this.#book(number, isFeeInBase && fill.side === "buy" ? withoutBaseFee(fill) : fill);
  }

  /** Books a part of a fill that is stored: the order has it already. */
  bookAgain(number: number, fill: LiveFill): void {
    this.#book(number, fill);
  }

  /** Rejects an order. */
  reject(number: number, refusal: OrderRefusal): void {
    this.orders.refuse(number, refusal);
    this.end(number, "rejected");
  }

  /** Ends an order. */
  end(number: number, status: SessionOrderStatus): void {
    this.orders.end(number, status, this.#moment);
  }

  /** Changes what an order has beside what the session shows. */
  change(number: number, changes: Partial<LiveOrder>): void {
    this.orders.change(number, changes);
  }

  #book(number: number, fill: LiveFill): readonly LiveSessionFill[] {
    const { symbol } = this.#definition;
    const candle = this.length;
    const { asked, protects = "signal" } = this.orders.get(number).live;
    return this.books.book(fill).map((exact) => {
      const price = priceOf(exact.value, exact.quantity);
      const isFirst = exact.isEntry && this.books.held.absolute().equals(exact.quantity);
      if (!exact.isEntry) this.#closers.add(number);
      else if (isFirst) this.#entryIndex = candle - this.#first;
      this.#protection.booked({ isEntry: exact.isEntry, isFirst, price }, asked);
      return {
        exact,
        fill: {
          id: ++this.#fills,
          order: number,
          candle,
          time: this.#lastTime,
          symbol,
          side: exact.side,
          isEntry: exact.isEntry,
          quantity: exact.quantity.toNumber(),
          price,
          fee: exact.fee.toNumber(),
          reason: exact.isEntry ? null : protects,
        },
      };
    });
  }

  #decide(
    candle: StreamedCandle,
    isLate: boolean,
    wanted: DecisionScope,
    given?: SaidSignal,
  ): LiveStep {
    const index = this.length;
    if (candle.time < this.#definition.startTime) this.#first = index + 1;
    this.#deciding = index;
    this.#left.clear();
    this.#asks = [];
    const { said, scope, submitted, cancelled, dropped } = this.#decider.next(
      candle,
      wanted,
      given,
    );
    this.#deciding = null;
    this.#lastTime = candle.time;
    this.#protection.watch();
    const asked = this.#asks.map(sorted);
    return {
      said,
      decision: {
        index,
        time: candle.time,
        scope,
        isLate,
        signal: said?.signal ?? null,
        submitted,
        cancelled,
        dropped,
        inputHash: this.#inputHash,
        decisionHash: hashOf([said, submitted, asked, cancelled, dropped]),
      },
    };
  }

  /** The account as the strategy sees it. */
  #account(): Broker {
    const checked = <T>(symbol: string | undefined, read: () => T): T => {
      this.#check(symbol);
      return read();
    };
    const free = (): number => this.books.cash.minus(this.books.committed).toNumber();
    const equity = (): number => this.shownBooks.equity;
    return {
      get cash() {
        return free();
      },
      get equity() {
        return equity();
      },
      position: (symbol) => checked(symbol, () => this.#position()),
      orders: (symbol) => checked(symbol, () => this.#seenOrders().map(engineOrderOf)),
      submit: (request) => checked(request.symbol, () => this.#submit(askedOf(request))),
      cancel: (id) => this.#cancel(id),
    };
  }

  #check(symbol: string | undefined): void {
    const own = this.#definition.symbol;
    if (symbol === undefined || symbol === own) return;
    throw new EngineError("SYMBOL_UNKNOWN", `This session trades ${own}; found ${symbol}.`);
  }

  #position(): ReturnType<Broker["position"]> {
    const { held, side, entryPrice, entryFees } = this.books;
    if (side === 0) return null;
    return {
      side: side > 0 ? "long" : "short",
      quantity: held.absolute().toNumber(),
      entryIndex: this.#entryIndex,
      entryPrice: entryPrice.toNumber(),
      fees: entryFees.toNumber(),
    };
  }

  #seenOrders(): readonly HeldOrder[] {
    const candles = this.#deciding ?? this.length;
    const seen =
      this.#again === null
        ? this.orders.seenAt(candles)
        : this.orders.seenAgain(candles, this.#seen);
    return seen.filter(({ order }) => !this.#left.has(order.id));
  }

  #submit(asked: AskedOrder): number {
    const decision = this.#deciding ?? this.length;
    this.#asks.push(asked);
    if (this.#again === null) {
      return (this.#seen = this.orders.add(asked, decision, this.#moment, this.#now));
    }
    // An order more than before has no number: the hash of the decision tells.
    const number = this.#again.shift() ?? 0;
    this.#seen = Math.max(this.#seen, number);
    return number;
  }

  #cancel(id: number): boolean {
    if (!this.#seenOrders().some(({ order }) => order.id === id)) return false;
    this.#left.add(id);
    if (this.#again === null) this.orders.leave(id, (this.#deciding ?? this.length) + 1);
    return true;
  }

  #leave(which: (held: HeldOrder) => boolean): void {
    for (const held of this.orders.waiting) {
      if (which(held)) this.orders.leave(held.order.id, this.length);
    }
  }

  /** Lets orders go whose candles are over. */
  #expire(): void {
    const { length } = this;
    this.#leave(
      ({ order, live }) => length > order.decision + (live.asked.validCandles ?? Infinity),
    );
  }

  #isReducing({ side, reduceOnly }: AskedOrder): boolean {
    return reduceOnly === true || this.#isAgainst(side);
  }

  #isAgainst(side: "buy" | "sell"): boolean {
    return this.books.side === (side === "buy" ? -1 : 1);
  }

  #scope(isLate: boolean): DecisionScope {
    if (this.state === "flattening" || this.state === "stopped") return "none";
    return isLate || this.state === "paused" ? "reducing" : "all";
  }

  get #moment(): LiveMoment {
    return { candles: this.length, time: this.#lastTime };
  }
}
