/** The choices of a sweep in their tests: the logits of their ranks as a histogram, parted at the median. */

import type { SweepResult } from "@bourse/contract/backtest";

import { SvgPlot } from "../../chart/svg-plot.tsx";
import { count, ratio } from "../../model/numbers.ts";

type LogitCounts = NonNullable<NonNullable<SweepResult["overfitting"]>["logits"]>;

export function LogitPlot({ logits }: { readonly logits: LogitCounts }) {
  const { from, width, counts } = logits;
  const end = from + counts.length * width;
  const most = Math.max(1, ...counts);
  const all = counts.reduce((sum, one) => sum + one, 0);
  const poor = counts
    .filter((_, at) => from + (at + 1) * width <= 0)
    .reduce((sum, one) => sum + one, 0);
  return (
    <SvgPlot
      label={`Histogram of the logits of ${count(all)} splits, ${count(poor)} of them at or below 0, where the choice did no better than the median.`}
      x={[Math.min(from, -width), Math.max(end, width)]}
      y={[0, most]}
      height={200}
      xName="Logit of the rank in the test"
      yName="Splits"
      yTexts={(ticks) => ticks.map((tick) => (Number.isInteger(tick) ? count(tick) : ""))}
    >
      {({ x, y }) => (
        <>
          {counts.map((splits, at) => {
            const low = from + at * width;
            const high = low + width;
            return (
              <rect
                key={low}
                class={high <= 0 ? "bar-loss" : "bar-gain"}
                x={x(low) + 1}
                width={Math.max(1, x(high) - x(low) - 2)}
                y={y(splits)}
                height={y(0) - y(splits)}
              >
                <title>
                  Above {ratio(low, 1)}, up to {ratio(high, 1)}: {count(splits)} of {count(all)}{" "}
                  splits
                </title>
              </rect>
            );
          })}
          <path class="mark" d={`M${x(0)} ${y(0)}V${y(most)}`} />
        </>
      )}
    </SvgPlot>
  );
}
