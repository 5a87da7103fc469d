import type { Strategy } from "../strategy/strategy.ts";
import { bollingerBands } from "./built-in/bollinger-bands.ts";
import { buyAndHold } from "./built-in/buy-and-hold.ts";
import { constantWeights } from "./built-in/constant-weights.ts";
import { maCrossover } from "./built-in/ma-crossover.ts";
import { rsiStrategy } from "./built-in/rsi.ts";
import { waveletReversal } from "./built-in/wavelet-reversal.ts";

/** The six built-in strategies, which a registry contains by default. */
export const builtInStrategies: readonly Strategy[] = Object.freeze([
  waveletReversal,
  maCrossover,
  rsiStrategy,
  bollingerBands,
  buyAndHold,
  constantWeights,
]);
