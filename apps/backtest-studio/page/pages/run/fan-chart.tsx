/** Runs drawn from a run as a fan: how far apart they are after each draw. */

import { monteCarloFan, type MonteCarloFanPoint } from "@bourse/backtest-engine/research";
import type { BacktestResult, Job, JobTrade } from "@bourse/contract/backtest";
import { useMemo } from "preact/hooks";

import { SvgPlot } from "../../chart/svg-plot.tsx";
import { configurationOf } from "../../model/configuration.ts";
import { count, money } from "../../model/numbers.ts";
import { initialCapitalOf } from "./sheet.ts";
import { traces } from "./shown-run.ts";

type Drawn = NonNullable<BacktestResult["monte_carlo"]>;

interface FanChartProps {
  readonly job: Job;
  readonly drawn: Drawn;
}

/** Most draws in all that a page makes while it opens: some 40 ms. */
const MOST_DRAWS = 4_000_000;

export function FanChart({ job, drawn }: FanChartProps) {
  const { trades } = traces.value;
  const fan = useMemo(
    () => (trades === undefined ? undefined : fanOf(job, drawn, trades.rows)),
    [job.uuid, trades],
  );
  if (trades === undefined) return <div class="plot high-240" />;
  const last = fan?.at(-1);
  if (fan === undefined || last === undefined) {
    return (
      <p class="hint">
        The way of the drawn runs cannot be drawn again from what the job keeps; where they ended
        stands below.
      </p>
    );
  }
  const highest = Math.max(...fan.map(({ capital }) => capital.p95));
  const lowest = Math.min(...fan.map(({ capital }) => capital.p5));
  const edge = (name: "p5" | "p25" | "p75" | "p95" | "p50"): readonly [number, number][] =>
    fan.map(({ draws, capital }) => [draws, capital[name]]);
  return (
    <SvgPlot
      label={`Capital of ${count(drawn.runs)} drawn runs: after ${count(last.draws)} draws half of them have between ${money(last.capital.p25)} and ${money(last.capital.p75)}, 90 % between ${money(last.capital.p5)} and ${money(last.capital.p95)}.`}
      x={[0, last.draws]}
      y={[lowest, highest]}
      xName="Draws"
      yName="Capital"
    >
      {({ x, y }) => {
        const path = (points: readonly [number, number][]): string =>
          points.map(([draws, value]) => `${x(draws)} ${y(value)}`).join("L");
        const band = (low: "p5" | "p25", high: "p75" | "p95"): string =>
          `M${path(edge(high))}L${path(edge(low).toReversed())}Z`;
        const start = y(fan[0]?.capital.p50 ?? 0);
        return (
          <>
            <path class="fan-wide" d={band("p5", "p95")} />
            <path class="fan-near" d={band("p25", "p75")} />
            <path class="mark" d={`M${x(0)} ${start}H${x(last.draws)}`} />
            <path class="fan-line" d={`M${path(edge("p50"))}`} />
          </>
        );
      }}
    </SvgPlot>
  );
}

/** The runs that the server drew, drawn again by its options; undefined where what is kept does not give the same. */
function fanOf(
  job: Job,
  drawn: Drawn,
  trades: readonly JobTrade[],
): readonly MonteCarloFanPoint[] | undefined {
  // Returns by candle are not kept of long runs, and trades in another order all end alike.
  if (drawn.method === "bootstrap_returns" || drawn.runs * drawn.draws > MOST_DRAWS) {
    return undefined;
  }
  const { seed } = (configurationOf(job)?.request["monte_carlo"] ?? {}) as {
    readonly seed?: number;
  };
  const fan = monteCarloFan(
    {
      initialCapital: initialCapitalOf(job),
      trades: { columns: { pnl: Float64Array.from(trades, ({ pnl }) => pnl) } },
      equity: new Float64Array(),
    },
    { method: drawn.method, runs: drawn.runs, ...(seed !== undefined && { seed }) },
  );
  const end = fan.at(-1)?.capital;
  const isSame = (["p5", "p50", "p95"] as const).every(
    (name) =>
      Math.abs((end?.[name] ?? 0) - drawn.final_capital[name]) <=
      1e-6 * Math.abs(drawn.final_capital[name]),
  );
  return isSame ? fan : undefined;
}
