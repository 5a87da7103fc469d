/** Runs that were drawn from a run, and the findings of the audit of its strategy. */

import type { BacktestResult, Job } from "@bourse/contract/backtest";
import { Badge, Card } from "@bourse/ui";

import { count, utcMinute } from "../../model/numbers.ts";
import { Figure } from "../../parts/figure.tsx";
import { FanChart } from "./fan-chart.tsx";

type Drawn = NonNullable<BacktestResult["monte_carlo"]>;
type Audit = NonNullable<BacktestResult["look_ahead"]>;

const METHODS: Readonly<Record<Drawn["method"], string>> = {
  shuffle_trades: "Trades in another order",
  bootstrap_trades: "Trades with replacement",
  bootstrap_returns: "Returns in blocks, with replacement",
};

const PERCENTILES = ["p1", "p5", "p25", "p50", "p75", "p95", "p99"] as const;

interface RobustnessProps {
  readonly job: Job;
  readonly result: {
    readonly monte_carlo: BacktestResult["monte_carlo"];
    readonly look_ahead: BacktestResult["look_ahead"];
  };
}

export function Robustness({ job, result }: RobustnessProps) {
  const { monte_carlo: drawn, look_ahead: audit } = result;
  return (
    <>
      {drawn === null && (
        <Card title="Drawn runs" wide>
          <p>There was no trade to draw from.</p>
        </Card>
      )}
      {drawn !== null && drawn !== undefined && <DrawnRuns job={job} drawn={drawn} />}
      {audit !== undefined && <LookAhead audit={audit} />}
    </>
  );
}

function DrawnRuns({ job, drawn }: { readonly job: Job; readonly drawn: Drawn }) {
  const { method, runs, draws, final_capital: capital, max_drawdown: drawdown } = drawn;
  const ends = method !== "shuffle_trades"; // trades in another order all end alike
  return (
    <Card title={`${count(runs)} drawn runs`} wide>
      <p class="hint">
        {METHODS[method]}, {count(draws)} in each run.{" "}
        {ends && (
          <>
            A loss at the end in <Figure of={drawn.loss_probability} form="percent" /> of them.{" "}
          </>
        )}
        Ruin in <Figure of={drawn.ruin_probability} form="percent" />. The line is the median of the
        capital, the dark band holds half of the runs, the light one 90 %.
      </p>
      <FanChart job={job} drawn={drawn} />
      <div class="scroll" tabIndex={0} role="region" aria-label="Distribution of the drawn runs">
        <table>
          <thead>
            <tr>
              <th scope="col">Percentile</th>
              {PERCENTILES.map((name) => (
                <th scope="col" class="number" key={name}>
                  {name.slice(1)} %
                </th>
              ))}
              <th scope="col" class="number">
                Mean
              </th>
            </tr>
          </thead>
          <tbody>
            {ends && (
              <tr>
                <th scope="row">Final capital</th>
                {PERCENTILES.map((name) => (
                  <td class="number" key={name}>
                    <Figure of={capital[name]} form="money" />
                  </td>
                ))}
                <td class="number">
                  <Figure of={capital.mean} form="money" />
                </td>
              </tr>
            )}
            <tr>
              <th scope="row">Largest drawdown</th>
              {PERCENTILES.map((name) => (
                <td class="number" key={name}>
                  <Figure of={drawdown[name]} form="percent" />
                </td>
              ))}
              <td class="number">
                <Figure of={drawdown.mean} form="percent" />
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function LookAhead({ audit }: { readonly audit: Audit }) {
  const { is_clean: isClean, runs, faults } = audit;
  return (
    <Card title="Audit for looking ahead" wide>
      <p>
        <Badge state={isClean ? "clean" : "looks ahead"} kind={isClean ? "good" : "poor"} />{" "}
        {isClean
          ? `No decision changed on ${count(runs)} shortened series.`
          : `Later candles changed decisions on ${faults.length === 20 ? "20 or more" : count(faults.length)} of ${count(runs)} shortened series.`}
      </p>
      {faults.length > 0 && (
        <ul class="list">
          {faults.map(({ candles, time, decision, with_future: known, without_future: blind }) => (
            <li key={candles}>
              {utcMinute(time)}: {decision} was {String(blind ?? "none")} without the later candles,
              and is {String(known ?? "none")} with them.
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
