/** Several runs beside each other: their growth in one plot, their figures and what differs in their requests. */

import type { EquityPoint, Job } from "@bourse/contract/backtest";
import { Card, Empty, Notice, place, setQuery, spaced, Table } from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { GrowthPlot, type Growth } from "../chart/growth-plot.tsx";
import { rowsOf } from "../model/configuration.ts";
import { areOneCurrency, currencyOf } from "../model/currency.ts";
import { clients } from "../model/session.ts";
import { FIGURES, figuresOf, kindOf, titleOf } from "../model/summary.ts";
import { isDoubtful, verdictOf } from "../model/verdict.ts";
import { wordsOf } from "../model/words.ts";
import { Figure } from "../parts/figure.tsx";
import { VerdictBadge } from "../parts/verdict.tsx";

interface Read {
  readonly job: Job;
  readonly equity: readonly EquityPoint[] | undefined;
}

interface Compared extends Read {
  /** Name that none of the others has. */
  readonly name: string;
}

/** Points of each line: as many as a wide screen has pixels. */
const POINTS = 1500;

export function Compare() {
  const names = (place.value.query["runs"] ?? "").split(",").filter((name) => name !== "");
  const [runs, setRuns] = useState<readonly Read[]>();
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
  const named = runs.map((run, at) => ({ ...run, name: namesOf(runs)[at] ?? "" }));
  return (
    <>
      <Differences runs={named} />
      <Card key="growth" title="Growth since each run's first candle" wide>
        <GrowthPlot lines={named.flatMap(growthOf)} />
      </Card>
      <Figures runs={named} onRemove={remove} />
    </>
  );
}

async function read(uuid: string): Promise<Read> {
  const { backtest, research } = clients.peek();
  const job = await backtest.getJob({ params: { uuid } });
  const hasEquity = job.result !== null && job.job_type !== "sweep";
  const equity = hasEquity
    ? await research.getJobEquity({ params: { uuid }, query: { points: POINTS } })
    : undefined;
  return { job, equity };
}

/** Growth since the first candle; nothing for a job without equity of its own. */
function growthOf({ name, equity }: Compared, index: number): readonly Growth[] {
  const start = equity?.[0]?.equity;
  if (equity === undefined || start === undefined || start === 0) return [];
  return [
    {
      index,
      name,
      time: equity.map(({ timestamp }) => Date.parse(timestamp) / 1000),
      value: equity.map((point) => point.equity / start - 1),
    },
  ];
}

/** Titles of the runs, or what they ran; with their numbers where two are the same. */
function namesOf(runs: readonly Read[]): readonly string[] {
  const titles = runs.map(({ job }) => job.title ?? titleOf(job));
  return runs.map(({ job }, at) => {
    const title = titles[at] ?? "";
    const isOnly = titles.indexOf(title) === titles.lastIndexOf(title);
    return isOnly ? title : `${title} (${kindOf(job.job_type)} ${job.id})`;
  });
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
              {runs.map(({ job, name }, index) => (
                <th scope="col" class="number named" key={job.uuid}>
                  <a
                    href={`#/runs/${job.uuid}`}
                    class={`series series-${index}`}
                    dir="auto"
                    title={name}
                  >
                    {name}
                  </a>{" "}
                  <button
                    type="button"
                    class="second small"
                    aria-label={`Take ${name} out`}
                    onClick={() => onRemove(job.uuid)}
                  >
                    ×
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Look-ahead</th>
              {runs.map(({ job }) => (
                <td key={job.uuid} class="number">
                  {verdictOf(job) === undefined ? "–" : <VerdictBadge verdict={verdictOf(job)} />}
                </td>
              ))}
            </tr>
            {FIGURES.map((figure) => (
              <FigureRow key={figure.label} figure={figure} runs={runs} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

interface FigureRowProps {
  readonly figure: (typeof FIGURES)[number];
  readonly runs: readonly Compared[];
}

/** A figure of each run, the best in bold; amounts of different currencies have units and no best. */
function FigureRow({ figure: { label, value, form, better, isAmount }, runs }: FigureRowProps) {
  const values = runs.map(({ job }) => {
    const figures = figuresOf(job);
    return figures === undefined ? null : value(figures);
  });
  const currencies = runs.map(({ job }) => currencyOf(job));
  const isOne = isAmount !== true || areOneCurrency(currencies);
  // A run that looks ahead, or may, has no figures to be better than others by.
  const earned = values.map((one, at) => {
    const job = runs[at]?.job;
    return job === undefined || isDoubtful(verdictOf(job)) ? null : one;
  });
  const best = isOne ? bestOf(earned, better) : undefined;
  return (
    <tr>
      <th scope="row">{label}</th>
      {values.map((one, at) => (
        <td key={at} class={best !== undefined && earned[at] === best ? "number strong" : "number"}>
          <Figure of={one} form={form} />
          {isAmount === true && one !== null && ` ${currencies[at] ?? "(currency unknown)"}`}
        </td>
      ))}
    </tr>
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
    .map((name) => ({ name, values: configurations.map((one) => one.get(name) ?? "–") }))
    .filter(({ values }) => new Set(values).size > 1);
  return (
    <Card title="Differences of the configurations" wide>
      <Table
        label="Differences"
        count={rows.length}
        empty="The configurations are the same."
        head={["Field", ...runs.map(({ name }) => name)]}
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
    </Card>
  );
}
