/** A strategy on candles that come one by one, for an account that nobody simulates: that of an exchange. */

import { traderOf } from "../backtest/run-trader.ts";
import { intervalMilliseconds } from "../candles/interval.ts";
import type { ResamplerInput } from "../candles/streaming-resampler.ts";
import { withDirection, type SimulationRules } from "../simulation/options.ts";
import type { Broker, Trader } from "../simulation/orders/broker.ts";
import { LastCandle } from "../simulation/orders/last-candle.ts";
import type { OrderRequest } from "../simulation/orders/order.ts";
import { createSignalTrader } from "../simulation/orders/simulate-by-orders.ts";
import { quantityFor } from "../simulation/position-size.ts";
import type { ExitDistances } from "../simulation/protective-exits.ts";
import {
  optionsForDecisions,
  optionsInForce,
  resolveSimulationRules,
} from "../simulation/rules-in-force.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { isTraderStrategy, type AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import { GrowingCandles } from "./growing-candles.ts";
import { lookBackOf, windowStart } from "./look-back.ts";
import { PositionExits, type ProtectedPosition } from "./position-exits.ts";
import { lastSignal, LatestDecisions, type SaidSignal } from "./said-signal.ts";
import { ScopedBroker, type StepScope } from "./scoped-broker.ts";
import {
  allowedSignal,
  ONLY_CANDLE,
  unboundedStrategy,
  unsteadyStrategy,
} from "./scoped-signal.ts";
import type { StepperOptions } from "./strategy-stepper.ts";

/** The decision of a strategy at one close. */
export interface DecisionOutcome {
  /** Signal of a strategy by signals; null for a strategy by orders. */
  readonly said: SaidSignal | null;
  /** Extent to which the decision counted. */
  readonly scope: StepScope;
  /** Numbers of the orders that the account has taken, in order. */
  readonly submitted: readonly number[];
  /** Numbers of the orders cancelled. */
  readonly cancelled: readonly number[];
  /** Number of orders and entries that the scope did not allow. */
  readonly dropped: number;
}

/**
 * Tells candles to a strategy of any style and hands its orders to an account. It decides as in
 * {@link StrategyStepper}: over the same windows and the same translation of signals to orders.
 */
export class StrategyDecider {
  readonly #strategy: AnyStrategy;
  readonly #parameters: Parameters;
  readonly #given: StepperOptions;
  readonly #account: Broker;
  readonly #candles: GrowingCandles;
  readonly #broker: ScopedBroker;
  readonly #told: LastCandle;
  readonly #lookBack: number;
  readonly #trader: Trader | undefined;
  #rules: SimulationRules;
  #latest: LatestDecisions | undefined;
  #bySignal: Trader | undefined;
  #isTrading = false;

  /**
   * Begins without a candle. `parameters` are resolved.
   *
   * @throws EngineError OPTIONS_INVALID; STRATEGY_INVALID for a strategy by signals without a look-back
   */
  constructor(
    strategy: AnyStrategy,
    parameters: Parameters,
    given: StepperOptions,
    account: Broker,
  ) {
    const { symbol, interval, options } = given;
    this.#strategy = strategy;
    this.#parameters = parameters;
    this.#given = given;
    this.#account = account;
    this.#candles = new GrowingCandles(intervalMilliseconds(interval));
    this.#broker = new ScopedBroker(options.initialCapital ?? 10_000);
    this.#told = new LastCandle(symbol, this.#candles.all);
    const lookBack = lookBackOf(strategy, parameters);
    if (isTraderStrategy(strategy)) {
      const market = { candles: this.#candles.all, symbol, interval };
      this.#trader = traderOf(strategy, parameters, market);
    } else if (lookBack === undefined) throw unboundedStrategy(strategy.name);
    this.#lookBack = lookBack ?? 0;
    this.#rules = resolveSimulationRules(
      optionsInForce(withDirection(options, strategy)),
      {},
      interval,
    );
  }

  /** Number of candles so far. */
  get length(): number {
    return this.#candles.length;
  }

  /** Close of the last candle; 0 before the first. */
  get close(): number {
    const { all, length } = this.#candles;
    return length === 0 ? 0 : (all.close[length - 1] ?? 0);
  }

  /** Rules in force: the options with their defaults. */
  get rules(): SimulationRules {
    return this.#rules;
  }

  /**
   * Works off a closed candle. `said` is the signal that the strategy gave for it before, so that it need not decide
   * again.
   *
   * @throws EngineError CANDLES_INVALID; STRATEGY_INVALID; errors that strategy and account throw pass through
   */
  next(candle: ResamplerInput, wanted: StepScope, given?: SaidSignal): DecisionOutcome {
    const { options, startTime } = this.#given;
    this.#candles.push(candle, options.allowNegativePrices === true);
    const index = this.#candles.length - 1;
    const scope = candle.time < startTime ? "none" : wanted;
    this.#broker.begin(scope);
    if (candle.time >= startTime && !this.#isTrading) {
      this.#isTrading = true;
      this.#broker.trade(this.#account);
    }
    const said = this.#trader === undefined ? (given ?? this.#decide(index)) : undefined;
    let dropped = 0;
    if (said === undefined) {
      this.#told.index = index;
      this.#trader?.onCandle(this.#told, this.#broker);
    } else {
      const { signal, isLess } = allowedSignal(said.signal, scope);
      dropped = Number(isLess);
      if (this.#isTrading) this.#say(said, signal);
    }
    return {
      said: said ?? null,
      scope,
      submitted: [...this.#broker.submitted],
      cancelled: [...this.#broker.cancelled],
      dropped: dropped + this.#broker.dropped,
    };
  }

  /**
   * Quantity of an entry at `price` that free cash can pay, by the size of the order or of the rules; 0 when there is
   * nothing to trade with. `lotSize`: step of quantities.
   */
  entryQuantity(
    { size, stopLoss }: Pick<OrderRequest, "size" | "stopLoss">,
    cash: number,
    price: number,
    lotSize: number,
  ): number {
    const { positionSize, fee, fixedFee } = this.#rules;
    const distance = stopLoss === undefined ? this.#rules.stopLoss : stopLoss;
    const stop = typeof distance === "number" ? distance : NaN;
    const wanted = size ?? positionSize;
    const rules = { ...this.#rules, lotSize, margin: 0 };
    const quantity = quantityFor(wanted, rules, cash, price, price, fee, fixedFee, stop);
    return Number.isFinite(quantity) ? Math.max(0, quantity) : 0;
  }

  /** The stop and the target of a position, at the distances of its entry where those state some. */
  exitsOf(position: ProtectedPosition, own: ExitDistances): PositionExits {
    return new PositionExits(this.#candles.all, this.#rules, position, own);
  }

  #decide(index: number): SaidSignal {
    const strategy = this.#strategy;
    if (isTraderStrategy(strategy)) throw unboundedStrategy(strategy.name); // it is told candles
    const window = this.#candles.copy(windowStart(index, this.#lookBack, strategy.isLookBackExact));
    const { interval } = this.#given;
    return lastSignal(runStrategy(strategy, this.#parameters, window, undefined, interval));
  }

  #say(said: SaidSignal, signal: number): void {
    const latest = (this.#latest ??= this.#open(said));
    latest.say(said, signal);
    if (!latest.fits(said)) throw unsteadyStrategy(this.#strategy.name);
    this.#bySignal?.onCandle(ONLY_CANDLE, this.#broker);
  }

  #open(said: SaidSignal): LatestDecisions {
    const { interval, options } = this.#given;
    const decisions = new LatestDecisions(said);
    const inForce = optionsForDecisions(withDirection(options, this.#strategy), decisions);
    this.#rules = resolveSimulationRules(inForce, decisions, interval);
    this.#bySignal = createSignalTrader(decisions, this.#rules);
    return decisions;
  }
}
