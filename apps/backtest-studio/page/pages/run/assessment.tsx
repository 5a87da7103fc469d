/** The choice of a sweep, luck or more: its overfitting (CSCV) and its cross-validation (CPCV) as pictures. */

import type { SweepResult } from "@bourse/contract/backtest";
import { Card, Numeral, Percent } from "@bourse/ui";

import { SvgPlot } from "../../chart/svg-plot.tsx";
import { percentTexts } from "../../chart/ticks.ts";
import { count, ratio, signedPercent } from "../../model/numbers.ts";
import { LogitPlot } from "./logit-plot.tsx";

interface AssessmentProps {
  readonly overfitting: SweepResult["overfitting"];
  readonly crossed: SweepResult["cross_validation"];
}

export function Assessment({ overfitting, crossed }: AssessmentProps) {
  return (
    <>
      {overfitting !== undefined && <Overfitted overfitting={overfitting} />}
      {crossed !== undefined && <Crossed crossed={crossed} />}
    </>
  );
}

function Overfitted({
  overfitting,
}: {
  readonly overfitting: NonNullable<SweepResult["overfitting"]>;
}) {
  const { probability, loss_probability: loses, deflated_sharpe: deflated, slope } = overfitting;
  return (
    <Card title="Is the choice more than luck?">
      <p class="hint">
        {count(overfitting.splits)} splits of {count(overfitting.blocks)} blocks: the best of{" "}
        {count(overfitting.configurations)} combinations in one half is looked up in the other.
      </p>
      <Gauge label="Probability of overfitting" value={probability} isPoorAbove={0.5} />
      <Gauge label="Loses in the test" value={loses} isPoorAbove={0.5} />
      {deflated !== null && (
        <Gauge label="Deflated Sharpe: more than luck" value={deflated} isPoorBelow={0.95} />
      )}
      <p class="hint">
        Slope of the test on the training: <Numeral of={slope} />. Below 0, what was better in
        training was worse in its test.
      </p>
      {overfitting.logits !== undefined && <LogitPlot logits={overfitting.logits} />}
    </Card>
  );
}

interface GaugeProps {
  readonly label: string;
  /** A share, 0–1. */
  readonly value: number;
  readonly isPoorAbove?: number;
  readonly isPoorBelow?: number;
}

/** A share on a scale from 0 to 100 %, with the limit beyond which it is bad. */
function Gauge({ label, value, isPoorAbove = Infinity, isPoorBelow = -Infinity }: GaugeProps) {
  const isPoor = value > isPoorAbove || value < isPoorBelow;
  const limit = Number.isFinite(isPoorAbove) ? isPoorAbove : isPoorBelow;
  return (
    <div class="gauge">
      <span>{label}</span>
      <b class={isPoor ? "loss" : "gain"}>
        <Percent of={value} digits={1} />
      </b>
      <div class="rail" aria-hidden="true">
        <i class={isPoor ? "poor" : "good"} style={{ width: `${Math.round(value * 100)}%` }} />
        <b style={{ left: `${limit * 100}%` }} />
      </div>
    </div>
  );
}

function Crossed({ crossed }: { readonly crossed: NonNullable<SweepResult["cross_validation"]> }) {
  const { paths, mean_sharpe: mean, loss_probability: loses } = crossed;
  const sharpes = paths.map(({ sharpe }) => sharpe);
  const returns = paths.map(({ total_return: gain }) => gain);
  const around = (values: readonly number[]): [number, number] => {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    const room = 0.06 * (high - low || 1);
    return [low - room, high + room];
  };
  return (
    <Card title="Paths out of sample">
      <p class="hint">
        {count(crossed.splits)} splits of {count(crossed.groups)} groups,{" "}
        {count(crossed.test_groups)} of which test, join to {count(paths.length)} paths.{" "}
        <Percent of={loses} digits={1} /> of the paths lose; mean Sharpe a candle{" "}
        <Numeral of={mean} digits={4} />
        {crossed.sharpe_deviation !== null && (
          <>
            {" "}
            ± <Numeral of={crossed.sharpe_deviation} digits={4} />
          </>
        )}
        .
      </p>
      <SvgPlot
        label={`Return and Sharpe ratio of ${paths.length} paths, returns from ${signedPercent(Math.min(...returns))} to ${signedPercent(Math.max(...returns))}.`}
        x={around(sharpes)}
        y={around(returns)}
        xName="Sharpe ratio a candle"
        yName="Return"
        yTexts={percentTexts}
      >
        {({ x, y }) => (
          <>
            <path class="mark" d={`M${x(0)} ${y(around(returns)[0])}V${y(around(returns)[1])}`} />
            <path class="mark" d={`M${x(around(sharpes)[0])} ${y(0)}H${x(around(sharpes)[1])}`} />
            {paths.map(({ sharpe, total_return: gain }, at) => (
              <circle
                // Paths have no name of their own, and their order does not change.
                key={at}
                class={gain < 0 ? "dot-loss" : "dot-gain"}
                cx={x(sharpe)}
                cy={y(gain)}
                r={4.5}
              >
                <title>
                  Path {at + 1}: {signedPercent(gain)}, Sharpe {ratio(sharpe, 4)}
                </title>
              </circle>
            ))}
          </>
        )}
      </SvgPlot>
    </Card>
  );
}
