/** The worker's side of a page's pool. */

import {
  anyFunction,
  functionOption,
  listOf,
  objectOf,
  optional,
  shapedOption,
} from "@bourse/kernel";

import type { BacktestOptions } from "../backtest/backtest-options.ts";
import type { BacktestResult } from "../backtest/run-backtest.ts";
import type { Candles } from "../candles/candles.ts";
import { EngineError } from "../errors.ts";
import { PoolError } from "../pool/pool-error.ts";
import { failureOf } from "../pool/protocol.ts";
import { resolveEngineOptions } from "../resolve-engine-options.ts";
import { ledgerOf } from "../simulation/trades.ts";
import { bollingerBands } from "../strategies/built-in/bollinger-bands.ts";
import { buyAndHold } from "../strategies/built-in/buy-and-hold.ts";
import { constantWeights } from "../strategies/built-in/constant-weights.ts";
import { maCrossover } from "../strategies/built-in/ma-crossover.ts";
import { rsiStrategy } from "../strategies/built-in/rsi.ts";
import { IndicatorCache } from "../strategies/indicator-cache.ts";
import { anyDefinition } from "../strategies/require-strategy.ts";
import type { AnyStrategy } from "../strategies/trader-strategy.ts";
import type { Strategy } from "../strategy/strategy.ts";
import { isBeyond } from "./beyond.ts";
import type { PackedResult, RunAnswer, RunMessage, WorkerScope } from "./messages.ts";
import { backtest } from "./page-backtest.ts";

/** Options of {@link serveBacktests}. */
export interface ServeBacktestsOptions {
  /** Strategies that runs may name beside the built-in ones. Default: none. */
  readonly strategies?: readonly AnyStrategy[];
  /**
   * Imports the whole engine, `() => import("@bourse/backtest-engine")`, at the first run that asks for more than the
   * backtest for pages. Default: such runs are refused.
   */
  readonly whole?: () => Promise<WholeEngine>;
  /** End that the worker talks to. Default: the worker's global object. */
  readonly scope?: WorkerScope;
}

/** The parts of `@bourse/backtest-engine` that a worker uses. */
export interface WholeEngine {
  /** Runs a backtest with all options. */
  readonly backtest: (candles: Candles, options: BacktestOptions) => BacktestResult;
  /** Strategies that runs may name. */
  readonly builtInStrategies: readonly AnyStrategy[];
}

/**
 * Serves the runs of a page's pool: the whole content of a worker's module. Runs name `ma_crossover`, `rsi`,
 * `bollinger_bands`, `buy_and_hold` and `constant_weights`, or one of `strategies`.
 *
 * @throws EngineError OPTIONS_INVALID; PoolError POOL_WORKER_CRASHED outside of a worker
 */
export function serveBacktests(options: ServeBacktestsOptions = {}): void {
  const { strategies, scope, whole } = resolveEngineOptions<Served>("serveBacktests", options, {
    strategies: {
      ...shapedOption<readonly AnyStrategy[]>("a list of strategies", listOf(anyDefinition)),
      absent: () => [],
    },
    scope: {
      ...shapedOption<WorkerScope>("the global object of a worker", SCOPE),
      absent: () => globalThis as unknown as WorkerScope,
    },
    whole: optional(functionOption<() => Promise<WholeEngine>>()),
  });
  // On a thread that is no worker the default has no such parts.
  if (typeof scope.addEventListener !== "function") throw outside();
  const service = new BacktestService([...strategies, ...LIGHT], whole);
  scope.addEventListener("message", ({ data }) => {
    void service.answer(data as RunMessage).then((answer) => scope.postMessage(answer));
  });
  scope.postMessage({ ready: true } satisfies RunAnswer);
}

type Served = Required<Omit<ServeBacktestsOptions, "whole">> & {
  readonly whole: (() => Promise<WholeEngine>) | undefined;
};

const SCOPE = objectOf({ postMessage: anyFunction, addEventListener: anyFunction });

/** Built-in strategies that are there from the beginning; the whole engine has the others. */
const LIGHT: readonly Strategy[] = [
  maCrossover,
  rsiStrategy,
  bollingerBands,
  buyAndHold,
  constantWeights,
];

/** Most arrays that are kept for the next run of a strategy: at most 51 MB for 100,000 candles. */
const KEPT_ARRAYS = 64;

/** The candles and strategies of one worker. */
class BacktestService {
  readonly #light: readonly AnyStrategy[];
  readonly #whole: (() => Promise<WholeEngine>) | undefined;
  readonly #markets = new Map<number, Candles>();
  readonly #modules = new Map<string, Promise<AnyStrategy>>();
  /** Arrays of the strategy and the candles that ran last. */
  #cached: { market: number; strategy: AnyStrategy; arrays: IndicatorCache } | undefined;

  constructor(light: readonly AnyStrategy[], whole: (() => Promise<WholeEngine>) | undefined) {
    this.#light = light;
    this.#whole = whole;
  }

  async answer(message: RunMessage): Promise<RunAnswer> {
    const { market, candles, forgotten } = message;
    for (const one of forgotten) this.#markets.delete(one);
    if (candles !== undefined) this.#markets.set(market, candles);
    try {
      return { result: packed(await this.#run(message)) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  async #run({ market, options, strategy: asked }: RunMessage): Promise<BacktestResult> {
    const candles = this.#markets.get(market)!; // sent with the first run on them
    const strategy = await this.#find(asked);
    try {
      const indicators = this.#arraysOf(market, strategy);
      return backtest(candles, { ...options, strategy: strategy as Strategy, indicators });
    } catch (error) {
      if (this.#whole === undefined || !isBeyond(error)) throw error;
      const { backtest: ofWhole } = await this.#whole();
      return ofWhole(candles, { ...options, strategy });
    }
  }

  async #find(asked: RunMessage["strategy"]): Promise<AnyStrategy> {
    if ("url" in asked) return await this.#imported(asked.url);
    const whole = async (): Promise<readonly AnyStrategy[]> =>
      (await this.#whole?.())?.builtInStrategies ?? [];
    const named = (one: AnyStrategy): boolean => one.name === asked.name;
    const found = this.#light.find(named) ?? (await whole()).find(named);
    if (found === undefined) throw unknown(asked.name, [...this.#light, ...(await whole())]);
    return found;
  }

  #imported(url: string): Promise<AnyStrategy> {
    let module = this.#modules.get(url);
    if (module === undefined) {
      this.#modules.set(url, (module = importStrategy(url)));
      // The next run tries again.
      module.catch(() => this.#modules.delete(url));
    }
    return module;
  }

  #arraysOf(market: number, strategy: AnyStrategy): IndicatorCache {
    const cached = this.#cached;
    if (cached?.market === market && cached.strategy === strategy) {
      if (cached.arrays.size > KEPT_ARRAYS) cached.arrays.clear();
      return cached.arrays;
    }
    const arrays = new IndicatorCache();
    this.#cached = { market, strategy, arrays };
    return arrays;
  }
}

async function importStrategy(url: string): Promise<AnyStrategy> {
  try {
    // The file is not part of the bundle.
    const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as {
      readonly default?: AnyStrategy;
    };
    if (module.default !== undefined) return module.default;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError("STRATEGY_INVALID", `The module ${url} cannot be imported: ${found}`, {
      details: { file: url },
      cause,
    });
  }
  throw new EngineError(
    "STRATEGY_INVALID",
    `The module ${url} has no default export, which must be a strategy.`,
    { details: { file: url } },
  );
}

function packed({ trades, time, ...figures }: BacktestResult): PackedResult {
  return { figures, trades: ledgerOf(trades, time).pack(time) };
}

function outside(): PoolError {
  return new PoolError(
    "POOL_WORKER_CRASHED",
    "serveBacktests works only in a Web Worker: give this module to createBacktestPool.",
  );
}

function unknown(name: string, strategies: readonly AnyStrategy[]): EngineError {
  const known = [...new Set(strategies.map((strategy) => strategy.name))].toSorted();
  return new EngineError(
    "STRATEGY_UNKNOWN",
    `The worker serves no strategy ${JSON.stringify(name.slice(0, 64))}. Known: ${known.join(", ")}.`,
    { details: { strategy: name.slice(0, 64) } },
  );
}
