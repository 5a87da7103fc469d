/** The strategies of the service and their sources, with checks of the arguments of their calls. */

import type { StrategyRegistry } from "@bourse/backtest-engine/strategies";
import { checkedCalls } from "@bourse/kernel";

import type { StrategySources } from "../sources/strategy-sources.ts";
import { wrongArgument } from "../wrong-argument.ts";
import { sourceCalls, strategyCalls } from "./call-signatures.ts";

/** Calls of the registry, which answers at once. */
const AT_ONCE = ["register", "get", "has", "list", "problems"] as const;

export function checkedStrategies(strategies: StrategyRegistry): StrategyRegistry {
  return checkedCalls("backtest.strategies", strategies, strategyCalls, AT_ONCE, wrongArgument);
}

export function checkedSources(sources: StrategySources): StrategySources {
  const { isOn } = sources;
  const calls = {
    read: (name: string) => sources.read(name),
    save: (...given: Parameters<StrategySources["save"]>) => sources.save(...given),
  };
  const checked = checkedCalls("backtest.sources", calls, sourceCalls, [], wrongArgument);
  return Object.freeze({ isOn, ...checked });
}
