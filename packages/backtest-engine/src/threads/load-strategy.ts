/** Loads a strategy from a file in a thread, and watches over it while it runs. */

import { EngineError, isEngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";
import type { Trader } from "../simulation/orders/broker.ts";
import { checkStrategy } from "../strategies/define-strategy.ts";
import {
  isTraderStrategy,
  type AnyStrategy,
  type TraderContext,
  type TraderStrategy,
} from "../strategies/trader-strategy.ts";
import type { Parameters } from "../strategy/parameters.ts";
import type { Strategy, StrategyDescription } from "../strategy/strategy.ts";
import { exportFault, loadFault, runFault } from "./strategy-faults.ts";
import { digestsOf, importStrategy } from "./strategy-modules.ts";
import {
  anySource,
  fileName,
  type LoadedStrategy,
  type StrategySource,
} from "./strategy-source.ts";

/** A strategy that can run in this thread, with what other threads are told of it. */
export interface RunnableStrategy {
  /** The strategy, ready to run in this thread. */
  readonly strategy: AnyStrategy;
  /** Description of the strategy and the texts of its modules. */
  readonly loaded: LoadedStrategy;
}

/**
 * Imports the module of `source` and returns its default export as a strategy: one by signals, one by orders, or a
 * class of traders.
 *
 * @throws EngineError STRATEGY_INVALID with the place in the file
 */
export async function loadStrategy(source: StrategySource): Promise<RunnableStrategy> {
  requireArguments("loadStrategy", { source }, anySource);
  const read: Record<string, string> = {};
  const graph = await importStrategy(source, (url, text) => {
    read[url] = text;
  }).catch((error: unknown) => {
    throw loadFault(error, source, read);
  });
  const exported = strategyOf(graph.exports, source);
  checked(exported, source);
  const files = digestsOf(graph.texts, source);
  const strategy = guarded({ ...exported, files } as AnyStrategy, {
    ...source,
    texts: graph.texts,
  });
  const { name, version, description, signalType, direction, parameters } = exported;
  return {
    strategy,
    loaded: {
      // Parameters are plain data; a strategy may carry more that cannot be sent.
      description: { name, version, description, signalType, direction, parameters, files },
      isTrader: isTraderStrategy(strategy),
      hasRule: exported.check !== undefined,
      source: { ...source, texts: graph.texts, scripts: graph.scripts },
    },
  };
}

function checked(strategy: AnyStrategy, source: StrategySource): void {
  try {
    checkStrategy(strategy);
  } catch (error) {
    if (!isEngineError(error, "STRATEGY_INVALID")) throw error;
    const file = fileName(source.url, source);
    throw new EngineError("STRATEGY_INVALID", `${file}: ${error.message}`, {
      details: { ...error.details, file },
    });
  }
}

/** @throws EngineError STRATEGY_INVALID naming what was found instead */
function strategyOf(
  exports: Readonly<Record<string, unknown>>,
  source: StrategySource,
): AnyStrategy {
  const found: unknown = exports["default"];
  if (found === undefined) {
    const names = Object.keys(exports).filter((name) => name !== "default");
    throw exportFault(
      names.length === 0 ? "no export at all" : `none; the file exports ${names.join(", ")}`,
      source,
    );
  }
  if (found === null || typeof found === "number" || typeof found === "string") {
    throw exportFault(JSON.stringify(found), source);
  }
  if (typeof found === "function") return strategyOfClass(found, source);
  const given = found as Partial<Strategy & TraderStrategy & Trader & PromiseLike<unknown>>;
  if (typeof given.decide === "function" || typeof given.createTrader === "function") {
    return given as AnyStrategy;
  }
  if (typeof given.then === "function") {
    throw exportFault(
      "a Promise; export the strategy itself (await works at the top level)",
      source,
    );
  }
  if (typeof given.onCandle === "function") {
    throw exportFault(
      "one trader, which would keep its state from one run to the next; export its class",
      source,
    );
  }
  const keys = Object.keys(given);
  const what = Array.isArray(found) ? "an array" : `an object with ${keys.join(", ") || "nothing"}`;
  throw exportFault(what, source);
}

/** Static members of a class that is a strategy. */
type TraderClass = (new (parameters: Parameters, context: TraderContext) => Trader) &
  Partial<Omit<StrategyDescription, "name" | "files">> & { readonly strategyName?: string };

/** A class of traders: its static members describe it, and the file names it. */
function strategyOfClass(found: unknown, source: StrategySource): TraderStrategy {
  const given = found as TraderClass;
  const { prototype } = found as { readonly prototype?: Partial<Trader> };
  if (typeof prototype?.onCandle !== "function") {
    const kind = /^class\b/u.test(String(found)) ? "a class without onCandle" : "a function";
    throw exportFault(`${kind}${given.name === "" ? "" : ` (${given.name})`}`, source);
  }
  const file = fileName(source.url, source);
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/u, "");
  return {
    name: given.strategyName ?? stem.toLowerCase().replaceAll("-", "_"),
    version: given.version ?? "1.0.0",
    description: given.description ?? `The class ${given.name || "of traders"} in ${file}.`,
    signalType: given.signalType ?? "orders",
    direction: given.direction ?? "both",
    parameters: given.parameters ?? {},
    ...(given.check !== undefined && { check: (values) => given.check!(values) }),
    createTrader: (parameters, context) => new given(parameters, context),
  };
}

/** The same strategy, whose faults come with the place in its file. */
function guarded(strategy: AnyStrategy, source: StrategySource): AnyStrategy {
  const { name } = strategy;
  const attempt = <Result>(doing: string, act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      throw runFault(error, name, doing, source);
    }
  };
  const rule = strategy.check?.bind(strategy);
  const check = rule && {
    check: (parameters: Parameters) => attempt("in check", () => rule(parameters)),
  };
  if (isTraderStrategy(strategy)) {
    return {
      ...strategy,
      ...check,
      createTrader(parameters, context) {
        const create = (): Trader => strategy.createTrader(parameters, context);
        return guardedTrader(attempt("while its trader was created", create), name, source);
      },
    };
  }
  const confidence = strategy.confidence?.bind(strategy);
  return {
    ...strategy,
    ...check,
    decide: (...given) => attempt("in decide", () => strategy.decide(...given)),
    ...(confidence && {
      confidence: (...given) => attempt("in confidence", () => confidence(...given)),
    }),
  };
}

function guardedTrader(trader: Trader, name: string, source: StrategySource): Trader {
  // Refused in words where the run begins.
  if (typeof (trader as Partial<Trader> | null | undefined)?.onCandle !== "function") return trader;
  return {
    onCandle(candle, broker) {
      let returned: unknown;
      try {
        returned = trader.onCandle(candle, broker);
      } catch (error) {
        throw runFault(error, name, atCandle(candle), source, candle.index);
      }
      if (returned === undefined || !isPromise(returned)) return;
      returned.then(undefined, () => undefined); // nobody waits for it
      throw new EngineError(
        "STRATEGY_INVALID",
        `Strategy ${name}: onCandle returned a Promise ${atCandle(candle)}, and orders have to be submitted before it returns; remove async and await.`,
        { details: { strategy: name, index: candle.index } },
      );
    },
  };
}

function atCandle({ index, time }: { readonly index: number; readonly time: number }): string {
  return `at candle ${index} (${new Date(time).toISOString()})`;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null)?.then === "function";
}
