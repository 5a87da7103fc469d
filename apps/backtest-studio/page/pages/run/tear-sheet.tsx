/** The tear sheet of a run: its figures of daily returns in groups, and its deepest drawdowns. */

import type { BacktestResult } from "@bourse/contract/backtest";
import { Card, spaced } from "@bourse/ui";

import { count, type FORMS } from "../../model/numbers.ts";
import { Figure } from "../../parts/figure.tsx";
import { Groups, type Group } from "../../parts/groups.tsx";

type Row = readonly [label: string, name: string, form: keyof typeof FORMS];

const GROUPS: readonly (readonly [name: string, rows: readonly Row[]])[] = [
  [
    "Return and risk",
    [
      ["Total return", "total_return", "gain"],
      ["Annual return", "annual_return", "gain"],
      ["Annual volatility of days", "annual_volatility_of_days", "percent"],
      ["Expected day", "expected_daily_return", "gain"],
      ["Expected month", "expected_monthly_return", "gain"],
      ["Days that moved", "exposed_days", "percent"],
      ["Open profit", "open_profit", "money"],
    ],
  ],
  [
    "Ratios",
    [
      ["Sharpe of days", "sharpe_of_days", "ratio"],
      ["Sortino of days", "sortino_of_days", "ratio"],
      ["Smart Sharpe", "smart_sharpe", "ratio"],
      ["Calmar of days", "calmar_of_days", "ratio"],
      ["Omega", "omega", "ratio"],
      ["Probability Sharpe > 0", "probabilistic_sharpe", "percent"],
      ["Ulcer performance", "ulcer_performance_index", "ratio"],
      ["Recovery factor", "recovery_factor", "ratio"],
    ],
  ],
  [
    "Wins and losses",
    [
      ["Winning days", "winning_days", "percent"],
      ["Winning months", "winning_months", "percent"],
      ["Best day", "best_day", "gain"],
      ["Worst day", "worst_day", "gain"],
      ["Wins in a row", "consecutive_wins", "count"],
      ["Losses in a row", "consecutive_losses", "count"],
      ["Payoff ratio", "payoff_ratio", "ratio"],
      ["Gain to pain", "gain_to_pain", "ratio"],
      ["Kelly criterion", "kelly", "gain"],
    ],
  ],
  [
    "Tails",
    [
      ["Skewness", "skewness", "ratio"],
      ["Excess kurtosis", "excess_kurtosis", "ratio"],
      ["Value at risk, 95 %", "value_at_risk", "gain"],
      ["Worst 5 %, mean", "conditional_value_at_risk", "gain"],
      ["Tail ratio", "tail_ratio", "ratio"],
      ["Ulcer index", "ulcer_index", "percent"],
      ["Mean drawdown", "average_drawdown", "percent"],
      ["Longest drawdown, days", "longest_drawdown_days", "count"],
    ],
  ],
];

const BESIDE: readonly Row[] = [
  ["Its return", "benchmark_return", "gain"],
  ["Its Sharpe ratio", "benchmark_sharpe", "ratio"],
  ["Its largest drawdown", "benchmark_max_drawdown", "percent"],
  ["Alpha", "alpha", "gain"],
  ["Beta", "beta", "ratio"],
  ["Correlation", "correlation", "ratio"],
  ["Information ratio, daily", "information_ratio", "ratio"],
  ["Tracking error", "tracking_error", "percent"],
  ["Treynor ratio", "treynor_ratio", "ratio"],
];

export function TearSheet({ result }: { readonly result: BacktestResult }) {
  const { tear_sheet: sheet, drawdowns = [], configuration, benchmark: join } = result;
  if (sheet === undefined) return null;
  const shownOf = (rows: readonly Row[]): Group[1] =>
    rows.map(([label, name, form]) => [label, <Figure of={sheet[name]} form={form} />]);
  const benchmark = configuration.request["benchmark"];
  const hasBenchmark = (sheet["benchmark_return"] ?? null) !== null;
  return (
    <Card title="Tear sheet" wide>
      <p class="hint">
        Of daily returns in {result.time_zone ?? "UTC"}; the figures above are of candles.
        {join !== undefined && ` Joined by ${spaced(join.joined_by)}: ${count(join.pairs)} pairs.`}
      </p>
      <Groups
        groups={[
          ...GROUPS.map(([name, rows]) => [name, shownOf(rows)] as const),
          ...(hasBenchmark
            ? [
                [
                  `Beside ${typeof benchmark === "string" ? benchmark : "the market"}`,
                  shownOf(BESIDE),
                ] as const,
              ]
            : []),
        ]}
      />
      {drawdowns.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Deepest drawdowns">
          <table>
            <thead>
              <tr>
                <th scope="col">Below its peak from</th>
                <th scope="col">Lowest</th>
                <th scope="col">Recovered</th>
                <th scope="col" class="number">
                  Depth
                </th>
                <th scope="col" class="number">
                  Days
                </th>
              </tr>
            </thead>
            <tbody>
              {drawdowns.map(({ start, valley, recovered, depth, days }) => (
                <tr key={start}>
                  <td>{start.slice(0, 10)}</td>
                  <td>{valley.slice(0, 10)}</td>
                  <td>{recovered?.slice(0, 10) ?? "not yet"}</td>
                  <td class="number">
                    <Figure of={depth} form="percent" />
                  </td>
                  <td class="number">{count(days)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
