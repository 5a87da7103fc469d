/** The assessments of a sweep's choice as text for a terminal and as JSON of the server's spelling. */

import type { SweepResult } from "@bourse/backtest-engine";
import { numeral, percent } from "@bourse/kernel/figures";

import { textList } from "./text-table.ts";

/** Lists the assessments; no line without one. */
export function assessmentLines({ overfitting, crossValidation }: SweepResult): readonly string[] {
  const lines: (readonly [string, string])[] = [];
  if (overfitting !== undefined) {
    const { probability, lossProbability, slope, splits, deflatedSharpe } = overfitting;
    lines.push(
      ["Probability of overfitting", `${percent(probability)} of ${splits} splits`],
      ["Loss out of sample", percent(lossProbability)],
      ["Slope out of sample", numeral(slope, 4)],
      ["Deflated Sharpe ratio", numeral(deflatedSharpe, 4)],
    );
  }
  if (crossValidation !== undefined) {
    const { paths, splits, meanSharpe, sharpeDeviation, lossProbability } = crossValidation;
    const returns = paths.map(({ totalReturn }) => totalReturn).toSorted((a, b) => a - b);
    lines.push(
      ["Cross-validation", `${paths.length} paths of ${splits.length} splits`],
      ["Sharpe ratio per candle", `${numeral(meanSharpe, 4)} ± ${numeral(sharpeDeviation, 4)}`],
      [
        "Return of the paths",
        `${percent(returns[0] ?? null)} to ${percent(returns.at(-1) ?? null)}`,
      ],
      ["Paths that lose", percent(lossProbability)],
    );
  }
  return lines.length === 0 ? [] : ["", textList(lines)];
}

/** Spells the assessments as the server does. */
export function assessmentFields({
  overfitting,
  crossValidation,
}: {
  readonly overfitting: SweepResult["overfitting"] | undefined;
  readonly crossValidation: SweepResult["crossValidation"] | undefined;
}): object {
  return {
    ...(overfitting !== undefined && {
      overfitting: {
        probability: overfitting.probability,
        loss_probability: overfitting.lossProbability,
        slope: overfitting.slope,
        intercept: overfitting.intercept,
        blocks: overfitting.blocks,
        splits: overfitting.splits,
        configurations: overfitting.configurations,
        deflated_sharpe: overfitting.deflatedSharpe,
      },
    }),
    ...(crossValidation !== undefined && {
      cross_validation: {
        groups: crossValidation.groups,
        test_groups: crossValidation.testGroups,
        splits: crossValidation.splits.length,
        configurations: crossValidation.configurations,
        paths: crossValidation.paths.map(({ sharpe, totalReturn }) => ({
          sharpe,
          total_return: totalReturn,
        })),
        mean_sharpe: crossValidation.meanSharpe,
        sharpe_deviation: crossValidation.sharpeDeviation,
        loss_probability: crossValidation.lossProbability,
      },
    }),
  };
}
