/** A strategy and its simulation, candle by candle: what a backtest computes at once, as the candles come. */

import { traderOf } from "../backtest/run-trader.ts";
import type { Interval } from "../candles/interval.ts";
import { intervalMilliseconds } from "../candles/interval.ts";
import type { ResamplerInput } from "../candles/streaming-resampler.ts";
import { checkSymbols } from "../simulation/check-symbols.ts";
import type { OpenPosition } from "../simulation/open-position.ts";
import { withDirection, type SimulationOptions } from "../simulation/options.ts";
import type { Trader } from "../simulation/orders/broker.ts";
import { LastCandle } from "../simulation/orders/last-candle.ts";
import { MarketBook } from "../simulation/orders/market-book.ts";
import { LoneMarketStep } from "../simulation/orders/order-steps.ts";
import type { Order } from "../simulation/orders/order.ts";
import { checkSignalFills, createSignalTrader } from "../simulation/orders/simulate-by-orders.ts";
import {
  optionsForDecisions,
  optionsInForce,
  resolveSimulationRules,
} from "../simulation/rules-in-force.ts";
import {
  EXIT_REASONS,
  TradeLedger,
  type ExitReason,
  type TradeList,
} from "../simulation/trades.ts";
import { Wallet, type AccountFill } from "../simulation/wallet.ts";
import { runStrategy } from "../strategies/run-strategy.ts";
import { isTraderStrategy, type AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import { GrowingCandles } from "./growing-candles.ts";
import { lookBackOf, windowStart } from "./look-back.ts";
import { lastSignal, LatestDecisions, type SaidSignal } from "./said-signal.ts";
import { ScopedBroker, type StepScope } from "./scoped-broker.ts";
import {
  allowedSignal,
  ONLY_CANDLE,
  unboundedStrategy,
  unsteadyStrategy,
} from "./scoped-signal.ts";

/** The run of a {@link StrategyStepper}. */
export interface StepperOptions {
  /** Symbol of the market. */
  readonly symbol: string;
  /** Length of the candles. */
  readonly interval: Interval;
  /** Open of the first candle that is traded on, milliseconds UTC; earlier ones are told without an account. */
  readonly startTime: number;
  /** Options of the simulation, as `backtest` takes them. */
  readonly options: SimulationOptions;
}

/** A fill of one step. */
export interface StepFill {
  /** Number of the order; null for a stop, target or liquidation. */
  readonly order: number | null;
  /** Side of the fill. */
  readonly side: "buy" | "sell";
  /** Quantity in base units, above 0. */
  readonly quantity: number;
  /** Price after slippage. */
  readonly price: number;
  /** Fee in the quote currency. */
  readonly fee: number;
  /** Reason of a fill that closed; null for an entry. */
  readonly reason: ExitReason | null;
}

/** Orders that were submitted and cancelled between two candles or at a close. */
export interface OrdersAsked {
  /** Orders submitted, in order. */
  readonly submitted: readonly Order[];
  /** Numbers of the orders cancelled. */
  readonly cancelled: readonly number[];
}

/** The outcome of one candle. */
export interface StepOutcome extends OrdersAsked {
  /** Signal of a strategy by signals; null for a strategy by orders. */
  readonly said: SaidSignal | null;
  /** Extent to which the decision counted. */
  readonly scope: StepScope;
  /** Number of orders and entries that the scope did not allow. */
  readonly dropped: number;
  /** Fills of the candle, in order. */
  readonly fills: readonly StepFill[];
  /** Value of the account at the close. */
  readonly equity: number;
}

/**
 * A strategy of any style on candles that come one by one, with the account of the simulation: the same code and bits
 * as `backtest`. A strategy by orders is told each candle once; one by signals decides over the window that
 * `windowStart` gives for its look-back, so up to twice 2048 candles it decides as over all of them.
 */
export class StrategyStepper {
  readonly #strategy: AnyStrategy;
  readonly #parameters: Parameters;
  readonly #options: StepperOptions;
  readonly #candles: GrowingCandles;
  readonly #broker: ScopedBroker;
  readonly #lookBack: number;
  readonly #trader: Trader | undefined;
  readonly #told: LastCandle;
  #said: SaidSignal | undefined;
  #latest: LatestDecisions | undefined;
  #account: Account | undefined;
  #first = 0;

  /**
   * Begins without a candle. `parameters` are resolved.
   *
   * @throws EngineError OPTIONS_INVALID; STRATEGY_INVALID for a strategy by signals without a look-back
   */
  constructor(strategy: AnyStrategy, parameters: Parameters, given: StepperOptions) {
    const { symbol, interval, options } = given;
    this.#strategy = strategy;
    this.#parameters = parameters;
    this.#options = given;
    this.#candles = new GrowingCandles(intervalMilliseconds(interval));
    this.#broker = new ScopedBroker(options.initialCapital ?? 10_000);
    this.#told = new LastCandle(symbol, this.#candles.all);
    const lookBack = lookBackOf(strategy, parameters);
    const inForce = optionsInForce(withDirection(options, strategy));
    checkSymbols(inForce, []);
    checkSignalFills(inForce);
    if (isTraderStrategy(strategy)) {
      const market = { candles: this.#candles.all, symbol, interval };
      this.#trader = traderOf(strategy, parameters, market);
    } else if (lookBack === undefined) throw unboundedStrategy(strategy.name);
    this.#lookBack = lookBack ?? 0;
  }

  /** Number of candles so far. */
  get length(): number {
    return this.#candles.length;
  }

  /** Closed trades; indices count from the first candle that was traded on. */
  get trades(): TradeList {
    return this.#account?.ledger ?? new TradeLedger(new Float64Array(0));
  }

  /** Waiting orders, in the order of their submission. */
  get orders(): readonly Order[] {
    return this.#account?.book.orders ?? [];
  }

  /** Position held; null for none. */
  get position(): OpenPosition | null {
    return this.#account?.book.position.held ?? null;
  }

  /** Unrealised profit of the position at the last close, before the exit's fee; 0 without one. */
  get unrealised(): number {
    const book = this.#account?.book;
    return book === undefined ? 0 : book.position.gainAt(book.lastClose);
  }

  /** Cash without unrealised gains and losses. */
  get cash(): number {
    return this.#account?.wallet.cash ?? this.#broker.cash;
  }

  /** Value of the account at the last close. */
  get equity(): number {
    return this.#broker.equity;
  }

  /** Fees of all fills so far. */
  get feesPaid(): number {
    return this.#account?.wallet.feesPaid ?? 0;
  }

  /** Funding paid so far less funding received. */
  get fundingPaid(): number {
    return this.#account?.wallet.fundingPaid ?? 0;
  }

  /**
   * Works off a closed candle. `said` is the signal that the strategy gave for it before, so that it need not decide
   * again.
   *
   * @throws EngineError CANDLES_INVALID; STRATEGY_INVALID; errors that the strategy throws pass through. The stepper is
   * of no use after an error.
   */
  next(candle: ResamplerInput, wanted: StepScope, said?: SaidSignal): StepOutcome {
    const { options, startTime } = this.#options;
    this.#candles.push(candle, options.allowNegativePrices === true);
    const index = this.#candles.length - 1;
    const isWarmUp = candle.time < startTime;
    const scope = isWarmUp ? "none" : wanted;
    this.#broker.begin(scope);
    this.#said = this.#trader === undefined ? (said ?? this.#decide(index)) : undefined;
    const dropped =
      this.#said === undefined ? 0 : Number(allowedSignal(this.#said.signal, scope).isLess);
    const equity = isWarmUp ? this.#warmUp(index) : this.#step(index);
    return {
      said: this.#said ?? null,
      scope,
      ...this.#asked(),
      dropped: dropped + this.#broker.dropped,
      fills: isWarmUp ? [] : (this.#account?.takeFills() ?? []),
      equity,
    };
  }

  /** Cancels the waiting orders that would enter. */
  cancelEntries(): OrdersAsked {
    this.#broker.begin("reducing");
    const held = this.position?.side;
    for (const { id, side, reduceOnly } of this.orders) {
      const isAgainst = held === (side === "buy" ? "short" : "long");
      if (id > 0 && reduceOnly !== true && !isAgainst) this.#broker.cancel(id);
    }
    return this.#asked();
  }

  /** Cancels all waiting orders and submits one that closes what is held at market. */
  flatten(): OrdersAsked {
    this.cancelAll();
    const cancelled = [...this.#broker.cancelled];
    const held = this.position?.side;
    this.#broker.begin("reducing");
    if (held !== undefined) {
      this.#broker.submit({ side: held === "long" ? "sell" : "buy", reduceOnly: true });
    }
    return { ...this.#asked(), cancelled };
  }

  /** Cancels all waiting orders. */
  cancelAll(): OrdersAsked {
    this.#broker.begin("reducing");
    for (const { id } of this.orders) if (id > 0) this.#broker.cancel(id);
    return this.#asked();
  }

  #asked(): OrdersAsked {
    const ids = new Set(this.#broker.submitted);
    const submitted = ids.size === 0 ? [] : this.orders.filter(({ id }) => ids.has(id));
    return { submitted, cancelled: [...this.#broker.cancelled] };
  }

  #decide(index: number): SaidSignal {
    const strategy = this.#strategy;
    const { isLookBackExact } = strategy;
    const window = this.#candles.copy(windowStart(index, this.#lookBack, isLookBackExact));
    const { interval } = this.#options;
    if (isTraderStrategy(strategy)) throw unboundedStrategy(strategy.name); // it is told candles
    return lastSignal(runStrategy(strategy, this.#parameters, window, undefined, interval));
  }

  #warmUp(index: number): number {
    this.#first = index + 1;
    this.#tell();
    return this.#broker.equity;
  }

  #step(index: number): number {
    this.#account ??= this.#open();
    const { fits } = this.#say();
    if (!fits) throw unsteadyStrategy(this.#strategy.name);
    return this.#account.steps.next(index - this.#first);
  }

  /** Takes over what the strategy has said of this candle, as far as the scope allows. */
  #say(): { readonly fits: boolean } {
    const said = this.#said;
    if (said === undefined || this.#latest === undefined) return { fits: true };
    this.#latest.say(said, allowedSignal(said.signal, this.#broker.scope).signal);
    return { fits: this.#latest.fits(said) };
  }

  #tell(): void {
    if (this.#trader === undefined) return;
    this.#told.index = this.#candles.length - 1;
    this.#trader.onCandle(this.#told, this.#broker);
  }

  /** Opens the account at the first candle that is traded on. */
  #open(): Account {
    const { symbol, interval, options } = this.#options;
    const decisions =
      this.#said === undefined ? {} : (this.#latest = new LatestDecisions(this.#said));
    const inForce = optionsForDecisions(withDirection(options, this.#strategy), decisions);
    const rules = resolveSimulationRules(inForce, decisions, interval);
    checkSymbols({ ...rules, borrowRate: rules.borrowRates }, [symbol]);
    const candles = this.#candles.from(this.#first);
    const wallet = new Wallet(rules);
    const ledger = new TradeLedger(candles.time);
    ledger.hasFunding = rules.funding !== undefined;
    const book = new MarketBook(symbol, candles, rules, wallet, ledger, 0);
    const bySignal = this.#latest && createSignalTrader(this.#latest, rules);
    const trader: Trader = {
      onCandle: () => {
        if (bySignal === undefined) this.#tell();
        else bySignal.onCandle(ONLY_CANDLE, this.#broker);
      },
    };
    const atClose = rules.fill === "close";
    const steps = new LoneMarketStep({ books: [book], wallet, rules, ledger, trader, atClose });
    this.#broker.trade(steps.broker);
    return new Account(book, wallet, ledger, steps);
  }
}

/** The parts of an account that is open. */
class Account {
  readonly book: MarketBook;
  readonly wallet: Wallet;
  readonly ledger: TradeLedger;
  readonly steps: LoneMarketStep;
  #fills: StepFill[] = [];

  constructor(book: MarketBook, wallet: Wallet, ledger: TradeLedger, steps: LoneMarketStep) {
    this.book = book;
    this.wallet = wallet;
    this.ledger = ledger;
    this.steps = steps;
    wallet.onFill = (fill) => this.#fills.push(stepFill(fill));
  }

  takeFills(): readonly StepFill[] {
    const fills = this.#fills;
    this.#fills = [];
    return fills;
  }
}

function stepFill({ side, quantity, price, fee, reason, order }: AccountFill): StepFill {
  return {
    order: order === 0 ? null : order,
    side: side > 0 ? "buy" : "sell",
    quantity,
    price,
    fee,
    reason: reason < 0 ? null : (EXIT_REASONS[reason] ?? null),
  };
}
