/** The windows of a walk-forward over time: each training hollow, its test filled by what came of it. */

import type { WalkForwardWindow } from "@bourse/contract/backtest";
import { utcDay } from "@bourse/ui";

import { SvgPlot } from "../../chart/svg-plot.tsx";
import { ratio, signedPercent } from "../../model/numbers.ts";

interface WindowsPlotProps {
  readonly windows: readonly WalkForwardWindow[];
}

/** Height of a window, and of what stands around them, in pixels. */
const ROW = 18;
const AROUND = 72;
const MOST_ROWS = 40;

export function WindowsPlot({ windows }: WindowsPlotProps) {
  const shown = windows.slice(-MOST_ROWS);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return null;
  const seconds = (time: string): number => Date.parse(time) / 1000;
  return (
    <>
      {shown.length < windows.length && (
        <p class="hint">The last {MOST_ROWS} windows; the table has all of them.</p>
      )}
      <SvgPlot
        label={`${shown.length} windows over time; the table below has their figures.`}
        x={[seconds(first.train_from), seconds(last.test_to)]}
        y={[-shown.length - 0.5, -0.5]}
        height={AROUND + ROW * shown.length}
        xName="Time (UTC): training hollow, test filled; striped where the test lost"
        yName=""
        xTexts={(ticks) => ticks.map((tick) => utcDay(tick * 1000))}
        yTexts={(ticks) => ticks.map(() => "")}
      >
        {({ x, y }) =>
          shown.map((window, at) => {
            const { train_from: from, test_from: middle, test_to: to } = window;
            const gain = window.out_of_sample?.total_return;
            const top = y(-at - 1) - ROW / 2 + 3;
            const [left, start, end] = [from, middle, to].map((time) => x(seconds(time))) as [
              number,
              number,
              number,
            ];
            const kind = gain === undefined ? "none" : gain < 0 ? "loss" : "gain";
            return (
              <g key={middle}>
                <rect class="training" x={left} y={top} width={start - left} height={ROW - 6} />
                <rect class={`test-${kind}`} x={start} y={top} width={end - start} height={ROW - 6}>
                  <title>
                    {middle.slice(0, 10)} to {to.slice(0, 10)}:{" "}
                    {gain === undefined
                      ? "nothing was chosen"
                      : `${signedPercent(gain)}, Sharpe ${ratio(window.out_of_sample?.sharpe)}`}
                  </title>
                </rect>
                {kind === "loss" && (
                  <path
                    class="stripe"
                    d={`M${start} ${top + (ROW - 6) / 2}H${end}`}
                    stroke-width={ROW - 6}
                  />
                )}
              </g>
            );
          })
        }
      </SvgPlot>
    </>
  );
}
