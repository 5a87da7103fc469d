/**
 * The core of a session: a deterministic machine without store, clock or network. The same candles and acts in the same
 * order give the same decisions, orders, fills and books, wherever it runs.
 */

import type { Interval } from "@bourse/backtest-engine/data";
import type { SimulationOptions, TradeList } from "@bourse/backtest-engine/simulation";
import {
  engineVersion,
  StrategyStepper,
  type OrdersAsked,
  type SaidSignal,
} from "@bourse/backtest-engine/stepper";
import type { AnyStrategy } from "@bourse/backtest-engine/strategies";

import type { StreamedCandle } from "../streams/port.ts";
import { SessionError } from "./errors.ts";
import { hashOf, sorted } from "./hash-of.ts";
import { SessionOrders } from "./order-book.ts";
import type {
  DecisionScope,
  Session,
  SessionBooks,
  SessionDecision,
  SessionFill,
  SessionOrder,
  SessionState,
} from "./session.ts";
import { nextState, type SessionMove } from "./transitions.ts";

/** The definition of a session, which never changes. */
export interface SessionDefinition extends Pick<Session, "id" | "startTime" | "parameters"> {
  /** The strategy. */
  readonly strategy: AnyStrategy;
  /** Symbol of the market. */
  readonly symbol: string;
  /** Length of the candles. */
  readonly interval: Interval;
  /** Options of the simulation, the initial capital included. */
  readonly options: SimulationOptions;
}

/** One input of a session: a candle that has closed. */
export interface SessionInput {
  /** The candle. */
  readonly candle: StreamedCandle;
  /** True when it was told after the next one had closed: nothing enters on it. */
  readonly isLate: boolean;
  /** Signal that the strategy gave for this candle before, so that it need not decide again. Default: it decides. */
  readonly said?: SaidSignal | undefined;
}

/** The outcome of one candle. */
export interface SessionStep {
  /** The decision; the time of its commit is the caller's to add. */
  readonly decision: Omit<SessionDecision, "decidedAt">;
  /** Signal with its terms, to be given again after a restart; null for a strategy by orders. */
  readonly said: SaidSignal | null;
  /** Orders that are new or changed. */
  readonly orders: readonly SessionOrder[];
  /** Fills, in order. */
  readonly fills: readonly SessionFill[];
  /** The account at the close. */
  readonly books: SessionBooks;
  /** State after the candle. */
  readonly state: SessionState;
}

const NOTHING: OrdersAsked = { submitted: [], cancelled: [] };

/** A session in memory. */
export class SessionKernel {
  readonly #definition: SessionDefinition;
  readonly #stepper: StrategyStepper;
  readonly #orders: SessionOrders;
  #state: SessionState = "warming";
  #inputHash: string;
  #fills = 0;
  #lastTime: number;
  /** Orders and cancellations that acts have asked for since the last candle. */
  #asked: OrdersAsked = NOTHING;

  /**
   * Begins a session without a candle. `parameters` are resolved.
   *
   * @throws EngineError OPTIONS_INVALID; STRATEGY_INVALID for a strategy by signals without a look-back
   */
  constructor(definition: SessionDefinition) {
    const { id, strategy, parameters, symbol, interval, startTime, options } = definition;
    this.#definition = definition;
    this.#stepper = new StrategyStepper(strategy, parameters, {
      symbol,
      interval,
      startTime,
      options,
    });
    this.#orders = new SessionOrders(id, symbol);
    this.#lastTime = startTime;
    this.#inputHash = hashOf([
      [strategy.name, strategy.version, engineVersion],
      [symbol, interval, startTime],
      sorted(parameters),
      sorted(options),
    ]);
  }

  /** State of the session. */
  get state(): SessionState {
    return this.#state;
  }

  /** Number of candles worked off. */
  get length(): number {
    return this.#stepper.length;
  }

  /** Number of orders so far. */
  get orderCount(): number {
    return this.#orders.count;
  }

  /** Number of fills so far. */
  get fillCount(): number {
    return this.#fills;
  }

  /** Closed trades, in the order of their exits. */
  get trades(): TradeList {
    return this.#stepper.trades;
  }

  /** The account after the last candle. */
  get books(): SessionBooks {
    const { equity, cash, feesPaid, fundingPaid, trades, position, unrealised } = this.#stepper;
    const { symbol } = this.#definition;
    const held = position && {
      symbol,
      side: position.side,
      quantity: position.quantity,
      entryPrice: position.entryPrice,
      unrealised,
    };
    return {
      equity,
      cash,
      feesPaid,
      fundingPaid,
      trades: trades.length,
      positions: held === null ? [] : [held],
    };
  }

  /**
   * Takes an act between two candles.
   *
   * @throws SessionError SESSION_STATE when the state does not allow it
   */
  act(move: SessionMove): void {
    const { id } = this.#definition;
    const isFlat = this.#stepper.position === null;
    const next = nextState(this.#state, move, isFlat);
    if (next === undefined) throw refusedMove(id, this.#state, move);
    this.#state = next;
    this.#inputHash = hashOf([this.#inputHash, move]);
    if (move === "pause") this.#ask(this.#stepper.cancelEntries());
    else if (move === "flatten") this.#ask(this.#stepper.flatten());
    else if (move === "stop") this.#ask(this.#stepper.cancelAll());
  }

  /**
   * Works off a candle.
   *
   * @throws EngineError CANDLES_INVALID, STRATEGY_INVALID; errors that the strategy throws pass through. The kernel is
   * of no use after an error: begin anew from the stored candles.
   */
  step({ candle, isLate, said }: SessionInput): SessionStep {
    const index = this.#stepper.length;
    const moment = { index, time: candle.time };
    const isWarm = candle.time >= this.#definition.startTime;
    if (this.#state === "warming" || this.#state === "running") {
      this.#state = isWarm ? "running" : "warming";
    }
    const outcome = this.#stepper.next(candle, this.#scope(isLate), said);
    const { time, open, high, low, close, volume } = candle;
    this.#inputHash = hashOf([this.#inputHash, time, open, high, low, close, volume, isLate]);
    this.#lastTime = time;
    this.#orders.submit(outcome.submitted, moment);
    const cancelled = [...this.#asked.cancelled, ...outcome.cancelled];
    const submitted = [...this.#asked.submitted, ...outcome.submitted];
    this.#asked = NOTHING;
    if (this.#state === "flattening") this.#closeOn();
    this.#orders.settle(outcome.fills, this.#stepper.orders, cancelled, moment);
    const decision = {
      index,
      time,
      scope: outcome.scope,
      isLate,
      signal: outcome.said?.signal ?? null,
      submitted: submitted.map(({ id }) => id),
      cancelled,
      dropped: outcome.dropped,
      inputHash: this.#inputHash,
      decisionHash: hashOf([outcome.said, submitted.map(sorted), cancelled, outcome.dropped]),
    };
    const fills = outcome.fills.map((fill): SessionFill => {
      const { order, side, quantity, price, fee, reason } = fill;
      const { symbol } = this.#definition;
      const isEntry = reason === null;
      const id = ++this.#fills;
      return {
        id,
        order,
        candle: index,
        time,
        symbol,
        side,
        isEntry,
        quantity,
        price,
        fee,
        reason,
      };
    });
    return {
      decision,
      said: outcome.said,
      orders: this.#orders.takeChanges(),
      fills,
      books: this.books,
      state: this.#state,
    };
  }

  #scope(isLate: boolean): DecisionScope {
    if (this.#state === "flattening") return "none";
    return isLate || this.#state === "paused" ? "reducing" : "all";
  }

  /** Ends the flattening when nothing is held, and else sees to it that an order waits that closes the rest. */
  #closeOn(): void {
    if (this.#stepper.position === null) this.#state = "paused";
    else if (this.#stepper.orders.length === 0) this.#ask(this.#stepper.flatten());
  }

  #ask(asked: OrdersAsked): void {
    const moment = { index: this.#stepper.length, time: this.#lastTime };
    this.#orders.submit(asked.submitted, moment);
    this.#asked = {
      submitted: [...this.#asked.submitted, ...asked.submitted],
      cancelled: [...this.#asked.cancelled, ...asked.cancelled],
    };
  }
}

/** The refusal of a move that the state does not allow. */
export function refusedMove(
  id: string,
  state: SessionState,
  move: SessionMove,
): SessionError<"SESSION_STATE"> {
  return new SessionError(
    "SESSION_STATE",
    `Session ${id} is ${state}, and ${move} is not possible then.`,
    { details: { id, state } },
  );
}
