/** Tables of what in a run is luck: drawn runs, the look-ahead audit, overfitting and cross-validation. */

import { html, type Html } from "../html.ts";
import { groupedTables, type Group } from "./grouped-tables.ts";
import type { ReportedRobustness } from "./reported-run.ts";
import { decimal, percent, signedPercent } from "./words.ts";

/** The section of the findings; undefined without any of them. */
export function robustnessTables(found: ReportedRobustness | undefined): Html | undefined {
  if (found === undefined) return undefined;
  const groups = [
    monteCarloGroup(found.monteCarlo),
    lookAheadGroup(found.lookAhead),
    overfittingGroup(found.overfitting),
    crossValidationGroup(found.crossValidation),
  ].filter((group) => group !== undefined);
  if (groups.length === 0) return undefined;
  return html`<section>
    <h2>Robustness</h2>
    ${groupedTables(groups)}
  </section>`;
}

const METHODS = {
  shuffle_trades: "trades in another order",
  bootstrap_trades: "trades drawn with replacement",
  bootstrap_returns: "returns drawn with replacement",
} as const;

function monteCarloGroup(result: ReportedRobustness["monteCarlo"]): Group | undefined {
  if (result === undefined || result === null) return undefined;
  const { finalCapital, maxDrawdown } = result;
  const ends = result.method !== "shuffle_trades"; // trades in another order all end alike
  return [
    `Monte Carlo: ${METHODS[result.method]}`,
    [
      ["Runs", decimal(result.runs, 0)],
      ["Draws in each", decimal(result.draws, 0)],
      ...(ends
        ? ([
            ["Capital at the end, median", decimal(finalCapital.p50)],
            ["5 % end at or below", decimal(finalCapital.p5)],
            ["95 % end at or below", decimal(finalCapital.p95)],
          ] as const)
        : []),
      ["Max drawdown, median", percent(maxDrawdown.p50)],
      ["95 % stay at or below", percent(maxDrawdown.p95)],
      ...(ends ? ([["End with a loss", percent(result.lossProbability)]] as const) : []),
      ["Ruined on the way", percent(result.ruinProbability)],
    ],
  ];
}

function lookAheadGroup(audit: ReportedRobustness["lookAhead"]): Group | undefined {
  if (audit === undefined) return undefined;
  const [first] = audit.faults;
  return [
    "Look-ahead audit",
    [
      ["Decisions depend on later candles", audit.isClean ? "no" : "yes"],
      ["Shortened series", decimal(audit.runs, 0)],
      ...(first === undefined
        ? []
        : ([["First changed decision", `${first.decision} at candle ${first.index}`]] as const)),
    ],
  ];
}

function overfittingGroup(found: ReportedRobustness["overfitting"]): Group | undefined {
  if (found === undefined) return undefined;
  return [
    "Overfitting of the sweep's choice (CSCV)",
    [
      ["Probability of overfitting", percent(found.probability)],
      ["Best in training loses in the test", percent(found.lossProbability)],
      ["Slope of test on training", decimal(found.slope)],
      ["Deflated Sharpe ratio", percent(found.deflatedSharpe ?? null)],
      ["Splits", decimal(found.splits, 0)],
      ["Configurations", decimal(found.configurations, 0)],
    ],
  ];
}

function crossValidationGroup(found: ReportedRobustness["crossValidation"]): Group | undefined {
  if (found === undefined) return undefined;
  const returns = found.paths.map(({ totalReturn }) => totalReturn);
  return [
    "Combinatorial purged cross-validation",
    [
      ["Paths out of sample", decimal(found.paths.length, 0)],
      ["Mean Sharpe ratio, per candle", decimal(found.meanSharpe, 4)],
      ["Its deviation", decimal(found.sharpeDeviation, 4)],
      ["Paths with a loss", percent(found.lossProbability)],
      ["Worst path", signedPercent(returns.length === 0 ? null : Math.min(...returns))],
      ["Best path", signedPercent(returns.length === 0 ? null : Math.max(...returns))],
    ],
  ];
}
