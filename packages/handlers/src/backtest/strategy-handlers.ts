/** The strategy registry and live signals. */

import type { ParameterSpec, StrategyDescription } from "@bourse/backtest-engine/strategies";
import { reply, type Handlers } from "@bourse/contract";
import type {
  BacktestApi,
  StrategyParameter,
  Strategy as WireStrategy,
} from "@bourse/contract/backtest";
import type { BacktestService, StrategyText } from "@bourse/trading-core";
import { canonicalSymbol } from "@bourse/trading-core/market-data";

import { wireSignal } from "./wire/signal.ts";

type Routes = Pick<
  BacktestApi["routes"],
  "listStrategies" | "generateSignal" | "getStrategySource" | "saveStrategySource"
>;

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
        ...(service.sources.isOn && { editing: true }),
      };
    },

    async generateSignal({ params, query }, { signal }) {
      const symbol = canonicalSymbol(query.symbol);
      const generated = await service.generateSignal(params.strategy_name, symbol, signal);
      return { success: true, signal: wireSignal(generated) };
    },

    async getStrategySource({ params: { name } }) {
      const text = await service.sources.read(name);
      return reply(200, { success: true, ...text }, { etag: tagOf(text) });
    },

    async saveStrategySource({ params: { name }, headers, body: { source } }) {
      const condition = digestIn(headers["if-match"]);
      const { strategy, ...text } = await service.sources.save(name, source, condition);
      const saved = { success: true, ...text, strategy: wireStrategy(strategy) } as const;
      return reply(200, saved, { etag: tagOf(text) });
    },
  };
}

function tagOf({ sha256 }: StrategyText): string {
  return `"${sha256}"`;
}

/** The digest in an `If-Match` header, weak or not; another tag matches no text. */
function digestIn(ifMatch: string | undefined): string | undefined {
  return ifMatch?.trim().replace(/^(?:W\/)?"(.*)"$/u, "$1");
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
