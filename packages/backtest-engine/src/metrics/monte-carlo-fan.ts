// Indices stay within the runs and points, so `!` on array reads only satisfies the type checker.

/** The drawn runs of a Monte-Carlo analysis on their way, for a fan chart. */

import { seededRandom } from "@bourse/kernel";

import { requireArguments } from "../require-arguments.ts";
import {
  distributionOf,
  draw,
  growthsOf,
  resolve,
  SOURCE,
  type Distribution,
  type MonteCarloOptions,
  type MonteCarloSource,
} from "./monte-carlo.ts";

/** Capital of the drawn runs after some of their draws, in the quote currency. */
export interface MonteCarloFanPoint {
  /** Number of draws so far, 0 at the start. */
  readonly draws: number;
  /** Distribution of the capital over the runs. */
  readonly capital: Distribution;
}

/** Steps of the fan at most. */
const STEPS = 60;

/**
 * The capital of the runs that `monteCarlo` draws from the same source by the same options, at the start and after at
 * most 60 even steps: the last point is its `finalCapital`. Empty where there is nothing to draw from. O(runs × draws);
 * it holds 61 numbers a run.
 *
 * @throws EngineError OPTIONS_INVALID
 */
export function monteCarloFan(
  source: MonteCarloSource,
  options: MonteCarloOptions = {},
): readonly MonteCarloFanPoint[] {
  const rules = resolve(options);
  requireArguments("monteCarloFan", { source }, SOURCE);
  const { runs } = rules;
  const growths = growthsOf(source, rules.method);
  const steps = Math.min(STEPS, growths.length);
  if (steps === 0) return [];
  const ends = Array.from({ length: steps + 1 }, (_, at) =>
    Math.round((at * growths.length) / steps),
  );
  const capital = ends.map(() => new Float64Array(runs));
  const random = seededRandom(rules.seed);
  const drawn = Float64Array.from(growths);
  for (let run = 0; run < runs; run++) {
    draw(growths, drawn, rules, random);
    let value = 1;
    for (let at = 0; at <= steps; at++) {
      for (let i = ends[at - 1] ?? 0; i < ends[at]!; i++) {
        value = Math.min(value * drawn[i]!, Number.MAX_VALUE);
      }
      capital[at]![run] = Math.min(source.initialCapital * value, Number.MAX_VALUE);
    }
  }
  return ends.map((draws, at) => ({ draws, capital: distributionOf(capital[at]!) }));
}
