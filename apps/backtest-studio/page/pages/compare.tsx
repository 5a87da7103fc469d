/** Several runs beside each other: their growth in one plot, their figures and what differs in their requests. */

import type { EquityPoint, Job } from "@bourse/contract/backtest";
import { Card, Empty, Notice, place, setQuery, spaced, Table } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { GrowthPlot, type Growth } from "../chart/growth-plot.tsx";
import { rowsOf } from "../model/configuration.ts";
import { clients } from "../model/session.ts";
import { FIGURES, figuresOf, kindOf, titleOf } from "../model/summary.ts";
import { wordsOf } from "../model/words.ts";

interface Compared {
  readonly job: Job;
  readonly equity: readonly EquityPoint[] | undefined;
}

/** Points of each line: as many as a wide screen has pixels. */
const POINTS = 1500;

export function Compare() {
  const names = (place.value.query["runs"] ?? "").split(",").filter((name) => name !== "");
  const [runs, setRuns] = useState<readonly Compared[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isOpen = true;
    Promise.all(names.map(read)).then(
      (found) => isOpen && setRuns(found),
      (error: unknown) => setProblem(wordsOf(error)),
    );
    return () => {
      isOpen = false;
    };
  }, [names.join()]);
  if (names.length < 2) {
    return (
      <Card title="Nothing to compare" wide>
        <Empty title="Mark two runs or more." action={<a href="#/runs">All runs</a>}>
          In the list of runs <kbd>x</kbd> marks the chosen run and <kbd>c</kbd> compares the marked
          ones.
        </Empty>
      </Card>
    );
  }
  if (problem !== undefined) {
    return (
      <Card title="The runs could not be read" wide>
        <Notice kind="poor">{problem}</Notice>
      </Card>
    );
  }
  if (runs === undefined) {
    return (
      <Card title="Reading the runs …" wide>
        <div class="awaited" />
      </Card>
    );
  }
  const remove = (uuid: string): void =>
    setQuery({ runs: names.filter((name) => name !== uuid).join(",") });
  return (
    <>
      <Card title="Growth" wide>
        <GrowthPlot lines={runs.flatMap(growthOf)} />
      </Card>
      <Figures runs={runs} onRemove={remove} />
      <Differences runs={runs} />
    </>
  );
}

async function read(uuid: string): Promise<Compared> {
  const { backtest, research } = clients.peek();
  const job = await backtest.getJob({ params: { uuid } });
  const hasEquity = job.result !== null && job.job_type !== "sweep";
  const equity = hasEquity
    ? await research.getJobEquity({ params: { uuid }, query: { points: POINTS } })
    : undefined;
  return { job, equity };
}

/** Growth since the first candle; nothing for a job without equity of its own. */
function growthOf({ job, equity }: Compared, index: number): readonly Growth[] {
  const start = equity?.[0]?.equity;
  if (equity === undefined || start === undefined || start === 0) return [];
  return [
    {
      index,
      name: nameOf(job),
      time: equity.map(({ timestamp }) => Date.parse(timestamp) / 1000),
      value: equity.map((point) => point.equity / start - 1),
    },
  ];
}

function nameOf(job: Job): string {
  return `${kindOf(job.job_type)} ${job.id}`;
}

interface FiguresProps {
  readonly runs: readonly Compared[];
  readonly onRemove: (uuid: string) => void;
}

function Figures({ runs, onRemove }: FiguresProps) {
  return (
    <Card title="Figures" wide aside={<span class="hint">The best of each line is bold.</span>}>
      <div class="scroll" role="region" aria-label="Figures" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {runs.map(({ job }, index) => (
                <th scope="col" class="number" key={job.uuid}>
                  <a href={`#/runs/${job.uuid}`} class={`series series-${index}`}>
                    {nameOf(job)}
                  </a>{" "}
                  <button
                    type="button"
                    class="second small"
                    aria-label={`Take ${nameOf(job)} out`}
                    onClick={() => onRemove(job.uuid)}
                  >
                    ✕
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIGURES.map(({ label, value, text, better }) => {
              const values = runs.map(({ job }) => {
                const figures = figuresOf(job);
                return figures === undefined ? null : value(figures);
              });
              const best = bestOf(values, better);
              return (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {values.map((one, at) => (
                    <td key={at} class={one !== null && one === best ? "number strong" : "number"}>
                      {text(one)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function bestOf(values: readonly (number | null)[], better: "high" | "low" | undefined) {
  const known = values.filter((value) => value !== null);
  if (better === undefined || new Set(known).size < 2) return undefined;
  return better === "high" ? Math.max(...known) : Math.min(...known);
}

/** The values of the configurations that are not the same in all of them. */
function Differences({ runs }: { readonly runs: readonly Compared[] }) {
  const configurations = runs.map(
    ({ job }) => new Map(rowsOf(job).map(({ name, value }) => [name, value])),
  );
  const names = [...new Set(configurations.flatMap((values) => [...values.keys()]))];
  const rows = names
    .map((name) => ({ name, values: configurations.map((one) => one.get(name) ?? "none") }))
    .filter(({ values }) => new Set(values).size > 1);
  return (
    <Card title="Differences of the configurations" wide>
      <Table
        label="Differences"
        count={rows.length}
        empty="The configurations are the same."
        head={["Field", ...runs.map(({ job }) => nameOf(job))]}
      >
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{spaced(name)}</th>
            {values.map((value, at) => (
              <td key={at}>{value}</td>
            ))}
          </tr>
        ))}
      </Table>
      <ul class="plain hint">
        {runs.map(({ job }) => (
          <li key={job.uuid}>
            {nameOf(job)}: {titleOf(job)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
