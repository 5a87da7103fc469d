/** The result of a walk-forward: each window's choice, in its training and in its test, and the joined tests. */

import type {
  Job,
  RunFigures,
  WalkForwardResult,
  WalkForwardWindow,
} from "@bourse/contract/backtest";
import { Card, Notice, Numeral, spaced, Table } from "@bourse/ui";

import { count, utc } from "../../model/numbers.ts";
import { parametersText } from "../../model/summary.ts";
import { Gain } from "../../parts/figure.tsx";
import { AccountPlots } from "./account-plots.tsx";
import { DetailNote } from "./detail-note.tsx";
import { Tiles } from "./statistics.tsx";
import { WindowsPlot } from "./windows-plot.tsx";

interface WalkForwardProps {
  readonly job: Job;
  readonly result: WalkForwardResult;
}

export function WalkForwardResultView({ job, result }: WalkForwardProps) {
  const { windows, metric, warnings, out_of_sample: joined } = result;
  const held = windows.filter((window) => metricOf(window.out_of_sample, metric) > 0).length;
  return (
    <>
      <Tiles result={joined} />
      <DetailNote detail={result.detail} />
      {warnings.map((warning) => (
        <div class="wide" key={warning}>
          <Notice kind="fair">{warning}</Notice>
        </div>
      ))}
      <Card
        title={`${count(windows.length)} windows, chosen by ${spaced(metric)}`}
        wide
        aside={
          <span class="hint">
            {count(held)} of {count(windows.length)} tests ended above zero
          </span>
        }
      >
        <WindowsPlot windows={windows} />
        <Table
          label="Windows"
          count={windows.length}
          empty="The candles were too few for one window."
          head={["Test from (UTC)", "until", "Chosen", "Training", "Test", "Return", "Trades"]}
          numbers={["Training", "Test", "Return", "Trades"]}
        >
          {windows.map((window) => (
            <WindowRow
              key={window.test_from}
              window={window}
              metric={metric}
              most={mostOf(windows, metric)}
            />
          ))}
        </Table>
        <p class="hint">
          A choice that is strong in its training and weak in its test was fitted to the past.
        </p>
      </Card>
      <AccountPlots
        job={job}
        origin={{
          ...result,
          first_timestamp: windows[0]?.test_from ?? result.first_timestamp,
          max_drawdown: joined.max_drawdown,
        }}
        buyHold={joined.buy_hold_return}
      />
    </>
  );
}

interface WindowRowProps {
  readonly window: WalkForwardWindow;
  readonly metric: string;
  readonly most: number;
}

function WindowRow({ window, metric, most }: WindowRowProps) {
  const { in_sample: trained, out_of_sample: tested } = window;
  return (
    <tr>
      <td>{utc(window.test_from)}</td>
      <td>{utc(window.test_to)}</td>
      <td>{trained === null ? "nothing" : parametersText(trained.parameters)}</td>
      <td class="number">
        <Bar value={metricOf(trained, metric)} most={most} />
      </td>
      <td class="number">
        <Bar value={metricOf(tested, metric)} most={most} />
      </td>
      <td class="number">
        <Gain value={tested?.total_return} />
      </td>
      <td class="number">{count(tested?.total_trades)}</td>
    </tr>
  );
}

/** Length of the longest bar. */
const LONGEST_REM = 4.5;

/** A figure with its length beside it, so that windows compare at a glance. */
function Bar({ value, most }: { readonly value: number; readonly most: number }) {
  if (Number.isNaN(value)) return <>–</>;
  return (
    <span class="bar">
      <span
        class={value < 0 ? "poor" : "good"}
        style={{ width: `${((Math.abs(value) / most) * LONGEST_REM).toFixed(2)}rem` }}
      />
      <Numeral of={value} />
    </span>
  );
}

/** The metric of a run; NaN where it is not defined. */
function metricOf(figures: RunFigures | null, metric: string): number {
  const value = (figures as Readonly<Record<string, unknown>> | null)?.[metric];
  return typeof value === "number" ? value : Number.NaN;
}

function mostOf(windows: readonly WalkForwardWindow[], metric: string): number {
  const values = windows.flatMap((window) => [
    metricOf(window.in_sample, metric),
    metricOf(window.out_of_sample, metric),
  ]);
  return Math.max(1e-9, ...values.filter((value) => !Number.isNaN(value)).map(Math.abs));
}
