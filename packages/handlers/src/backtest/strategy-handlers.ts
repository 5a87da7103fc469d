/** The strategy registry and live signals. */

import { normaliseInterval } from "@bourse/backtest-engine/data";
import {
  latestSignal,
  resolveParameters,
  type ParameterSpec,
  type Strategy,
} from "@bourse/backtest-engine/strategies";
import type { Handlers } from "@bourse/contract";
import type {
  BacktestApi,
  Signal,
  StrategyParameter,
  Strategy as WireStrategy,
} from "@bourse/contract/backtest";

import type { BacktestCore } from "./backtest-core.ts";
import { signalTopic } from "./event-feed.ts";
import { isoTime } from "./wire/time.ts";

type Routes = Pick<BacktestApi["routes"], "listStrategies" | "generateSignal">;

export function strategyHandlers(core: BacktestCore): Handlers<Routes, unknown> {
  return {
    listStrategies: () => ({ success: true, strategies: core.strategies.list().map(wireStrategy) }),

    async generateSignal({ params, query }, { signal }) {
      const strategy = core.strategies.get(params.strategy_name);
      const { interval, candles: limit } = core.signals;
      const { candles } = await core.exchanges.find().candles({
        symbol: query.symbol,
        interval: normaliseInterval(interval),
        limit,
        ...(signal === undefined ? {} : { signal }),
      });
      const opinion = latestSignal(strategy, resolveParameters(strategy, {}), candles);
      const generated: Signal = {
        strategy_name: strategy.name,
        symbol: query.symbol,
        direction: opinion.direction,
        confidence: opinion.confidence,
        timestamp: isoTime(opinion.timestamp),
        price: opinion.price,
        parameters: { ...opinion.parameters },
      };
      core.bus.publish(signalTopic, generated);
      return { success: true, signal: generated };
    },
  };
}

function wireStrategy({
  name,
  version,
  description,
  signalType,
  parameters,
}: Strategy): WireStrategy {
  return {
    name,
    version,
    description,
    signal_type: signalType,
    parameters: Object.entries(parameters).map(([parameter, spec]) =>
      wireParameter(parameter, spec),
    ),
  };
}

function wireParameter(name: string, spec: ParameterSpec): StrategyParameter {
  const { type, description } = spec;
  switch (spec.type) {
    case "integer":
    case "number":
      return {
        name,
        type,
        default: spec.default,
        min: spec.minimum,
        max: spec.maximum,
        description,
      };
    case "string":
      return { name, type, default: spec.default, values: [...spec.choices], description };
    case "boolean":
      return { name, type, default: spec.default, description };
  }
}
