/** The strategy registry and live signals. */

import type { ParameterSpec, StrategyDescription } from "@bourse/backtest-engine/strategies";
import type { Handlers } from "@bourse/contract";
import type {
  BacktestApi,
  StrategyParameter,
  Strategy as WireStrategy,
} from "@bourse/contract/backtest";
import type { BacktestService } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { wireSignal } from "./wire/signal.ts";

type Routes = Pick<BacktestApi["routes"], "listStrategies" | "generateSignal">;

export function strategyHandlers(service: BacktestService): Handlers<Routes, unknown> {
  return {
    listStrategies() {
      const problems = service.strategies
        .problems()
        .map(({ file, message }) => ({ file, message }));
      return {
        success: true,
        strategies: service.strategies.list().map(wireStrategy),
        ...(problems.length > 0 && { problems }),
      };
    },

    async generateSignal({ params, query }, { signal }) {
      const symbol = canonicalSymbol(query.symbol);
      const generated = await service.generateSignal(params.strategy_name, symbol, signal);
      return { success: true, signal: wireSignal(generated) };
    },
  };
}

function wireStrategy({
  name,
  version,
  description,
  signalType,
  parameters,
  files,
}: StrategyDescription): WireStrategy {
  return {
    name,
    version,
    description,
    signal_type: signalType,
    parameters: Object.entries(parameters).map(([parameter, spec]) =>
      wireParameter(parameter, spec),
    ),
    ...(files !== undefined && { files }),
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
