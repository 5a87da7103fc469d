/** The checks of a backtest's result that a body asks for, and their findings as the wire spells them. */

import type {
  LookAhead,
  MonteCarlo,
  BacktestRequest as WireRequest,
} from "@bourse/contract/backtest";
import type { BacktestRun, RobustnessFields } from "@bourse/trading-core";

import { isoTime } from "../../time/iso-time.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** Translates the checks that a checked body asks for. */
export function robustnessFields({
  monte_carlo: drawing,
  look_ahead: audit,
}: Pick<WireRequest, "monte_carlo" | "look_ahead">): RobustnessFields {
  return withoutUndefined({
    monteCarlo:
      drawing &&
      withoutUndefined({
        method: drawing.method,
        runs: drawing.runs,
        blockLength: drawing.block_length,
        ruinLevel: drawing.ruin_level,
        seed: drawing.seed,
      }),
    lookAhead: audit && withoutUndefined({ runs: audit.runs }),
  });
}

/** Spells the checks of a stored request as the body that was submitted. */
export function wireRobustnessFields({
  monteCarlo,
  lookAhead,
}: RobustnessFields): Pick<WireRequest, "monte_carlo" | "look_ahead"> {
  return withoutUndefined({
    monte_carlo:
      monteCarlo &&
      withoutUndefined({
        method: monteCarlo.method,
        runs: monteCarlo.runs,
        block_length: monteCarlo.blockLength,
        ruin_level: monteCarlo.ruinLevel,
        seed: monteCarlo.seed,
      }),
    look_ahead: lookAhead && { ...lookAhead },
  });
}

/** Spells the result of a Monte-Carlo analysis on the wire. */
export function wireMonteCarlo(
  found: NonNullable<BacktestRun["monteCarlo"]> | null,
): MonteCarlo | null {
  if (found === null) return null;
  return {
    method: found.method,
    runs: found.runs,
    draws: found.draws,
    final_capital: { ...found.finalCapital },
    max_drawdown: { ...found.maxDrawdown },
    loss_probability: found.lossProbability,
    ruin_probability: found.ruinProbability,
  };
}

/** Spells the result of a look-ahead audit on the wire. */
export function wireLookAhead({
  isClean,
  runs,
  faults,
}: NonNullable<BacktestRun["lookAhead"]>): LookAhead {
  return {
    is_clean: isClean,
    runs,
    faults: faults.map(({ withFuture, withoutFuture, time, ...fault }) => ({
      ...fault,
      time: isoTime(time),
      with_future: withFuture,
      without_future: withoutFuture,
    })),
  };
}
