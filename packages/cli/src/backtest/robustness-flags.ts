/** The flags that ask how much of a run is luck and whether its strategy looks ahead, and their findings as text. */

import type { BacktestResult, Candles } from "@bourse/backtest-engine";
import {
  monteCarlo,
  monteCarloInForce,
  type LookAheadAudit,
  type LookAheadAuditOptions,
  type MonteCarloOptions,
  type MonteCarloResult,
} from "@bourse/backtest-engine/research";
import { numeral, percent } from "@bourse/kernel/figures";

import { type Flags, type FlagTable, textFlag } from "../command/command.ts";
import type { ChosenStrategy } from "./chosen-strategy.ts";
import { wholeFlag } from "./flag-values.ts";
import { fieldValue } from "./option-flags.ts";
import { textList } from "./text-table.ts";

/** Flags of the checks of a run. */
export const ROBUSTNESS_FLAGS = {
  "monte-carlo": {
    value: "RUNS",
    heading: "Checks",
    description:
      "how much of a run is luck: RUNS, a method (bootstrap_trades, the default, bootstrap_returns, shuffle_trades) or members of runs, method, block_length, ruin_level and seed, such as runs=1000,seed=1",
  },
  "look-ahead": {
    value: "RUNS",
    heading: "Checks",
    description: "whether decisions depend on later candles, by so many shortened series",
  },
} as const satisfies FlagTable;

/** The checks that flags ask for. */
export interface Checks {
  readonly monteCarlo?: MonteCarloOptions;
  readonly lookAhead?: Required<LookAheadAuditOptions>;
}

/** Findings of the checks. */
export interface Findings {
  /** Null where there is nothing to draw from. */
  readonly monteCarlo?: MonteCarloResult | null;
  readonly lookAhead?: LookAheadAudit;
}

/**
 * The checks that the flags ask for, defaults filled in: `--monte-carlo 1000`, a method, or members as
 * `runs=1000,seed=7`, and `--look-ahead 32`.
 *
 * @throws UsageError
 */
export function checksOf(flags: Flags): Checks {
  const text = textFlag(flags, "monte-carlo");
  const runs = wholeFlag(flags, "look-ahead", [1, 10_000]);
  return {
    ...(text !== undefined && { monteCarlo: drawingOf(text) }),
    ...(runs !== undefined && { lookAhead: { runs } }),
  };
}

/** Runs the checks on a result of the chosen strategy over those candles. */
export async function findingsOf(
  { monteCarlo: drawing, lookAhead }: Checks,
  chosen: ChosenStrategy,
  candles: Candles,
  result: BacktestResult,
): Promise<Findings> {
  return {
    ...(drawing !== undefined && { monteCarlo: monteCarlo(result, drawing) }),
    ...(lookAhead !== undefined && {
      lookAhead: await chosen.audit(candles, result.parameters, lookAhead),
    }),
  };
}

/** Lists the findings; no line without one. */
export function findingsLines({ monteCarlo: drawn, lookAhead }: Findings): readonly string[] {
  const lines: (readonly [string, string])[] = [];
  if (drawn === null) lines.push(["Monte Carlo", "nothing to draw from"]);
  else if (drawn !== undefined) {
    const { finalCapital, maxDrawdown } = drawn;
    const ends = drawn.method !== "shuffle_trades"; // trades in another order all end alike
    lines.push(
      ["Monte Carlo", `${drawn.runs} runs of ${drawn.draws} draws, ${drawn.method}`],
      ...(ends
        ? [
            [
              "Capital at the end",
              `${numeral(finalCapital.p5, 2)} (5 %), ${numeral(finalCapital.p50, 2)} (median), ${numeral(finalCapital.p95, 2)} (95 %)`,
            ] as const,
          ]
        : []),
      ["Max drawdown", `${percent(maxDrawdown.p50)} (median), ${percent(maxDrawdown.p95)} (95 %)`],
      ...(ends ? [["Runs that lose", percent(drawn.lossProbability)] as const] : []),
      ["Runs that are ruined", percent(drawn.ruinProbability)],
    );
  }
  if (lookAhead !== undefined) {
    const { isClean, runs, faults } = lookAhead;
    const first = faults[0];
    const found = isClean
      ? "no decision changed"
      : `a decision changed, the first at candle ${first?.index} (${first?.decision})`;
    lines.push(["Look-ahead audit", `${runs} shortened series, ${found}`]);
  }
  return lines.length === 0 ? [] : ["", textList(lines)];
}

function drawingOf(text: string): MonteCarloOptions {
  const isCount = text.trim() !== "" && Number.isFinite(Number(text));
  const isMethod = /^[a-z_]+$/u.test(text);
  const members = isCount ? `runs=${text}` : isMethod ? `method=${text}` : text;
  const given = fieldValue("monte_carlo", "monte-carlo", members) as MonteCarloOptions; // checked by its schema
  return monteCarloInForce(given);
}
