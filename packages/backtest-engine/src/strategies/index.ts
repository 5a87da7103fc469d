export { builtInStrategies } from "./built-in-strategies.ts";
export { bollingerBands, type BollingerParameters } from "./built-in/bollinger-bands.ts";
export { buyAndHold } from "./built-in/buy-and-hold.ts";
export { constantWeights } from "./built-in/constant-weights.ts";
export { maCrossover, type MaCrossoverParameters } from "./built-in/ma-crossover.ts";
export { rsiStrategy, type RsiParameters } from "./built-in/rsi.ts";
export { waveletReversal, type WaveletReversalParameters } from "./built-in/wavelet-reversal.ts";
export { decisionsFromTargets, type TargetOptions } from "./decisions-from-targets.ts";
export {
  defineStrategy,
  defineTrader,
  type StrategyDefinition,
  type TraderDefinition,
} from "./define-strategy.ts";
export type * from "../strategy/parameters.ts";
export {
  findParameterFaults,
  resolveParameters,
  type ParameterFault,
} from "./resolve-parameters.ts";
export { runStrategy } from "./run-strategy.ts";
export {
  createStrategyRegistry,
  type StrategyProblem,
  type StrategyRegistry,
} from "./strategy-registry.ts";
export {
  Signal,
  type Decisions,
  type IndicatorSource,
  type ParameterRuleFault,
  type Rebalance,
  type SizeKind,
  type Strategy,
  type StrategyContext,
  type StrategyDescription,
  type StrategyDirection,
} from "../strategy/strategy.ts";
export {
  isTraderStrategy,
  type AnyStrategy,
  type TraderContext,
  type TraderStrategy,
} from "./trader-strategy.ts";
export { IndicatorCache } from "./indicator-cache.ts";
