/** The list of runs: live, filtered, chosen by keyboard, opened or compared. */

import type { ListedJob } from "@bourse/contract/backtest";
import {
  ago,
  Card,
  Empty,
  Field,
  go,
  Notice,
  useCommands,
  useQuery,
  VirtualTable,
} from "@bourse/ui";
import { useState } from "preact/hooks";

import { hasOlder, jobs, jobsProblem, loadOlder } from "../model/jobs.ts";
import { count, percent, ratio } from "../model/numbers.ts";
import { figuresOf, kindOf, parametersText, titleOf } from "../model/summary.ts";
import { Gain } from "../parts/figure.tsx";
import { Status } from "../parts/status.tsx";

const STATES = ["pending", "running", "completed", "failed", "cancelled"];
const KINDS = ["backtest", "sweep", "walk_forward", "data_sync", "signal"];
const MOST_COMPARED = 6;

export function Runs() {
  const [words, setWords] = useQuery("q");
  const [status, setStatus] = useQuery("status");
  const [kind, setKind] = useQuery("kind");
  const [chosen, setChosen] = useState<number>();
  const [marked, setMarked] = useState<readonly string[]>([]);
  const all = jobs.value;
  const list = (all ?? []).filter(
    (job) =>
      (status === "" || job.status === status) &&
      (kind === "" || job.job_type === kind) &&
      matches(job, words),
  );
  const mark = (uuid: string): void =>
    setMarked(
      marked.includes(uuid)
        ? marked.filter((one) => one !== uuid)
        : [...marked, uuid].slice(-MOST_COMPARED),
    );
  const compare = (): void => {
    if (marked.length > 1) go(["compare"], { runs: marked.join(",") });
  };
  const open = (index: number): void => {
    const job = list[index];
    if (job !== undefined) go(["runs", job.uuid]);
  };
  useCommands([
    {
      label: "Mark the chosen run to compare",
      keys: "x",
      isKeyOnly: true,
      run: () => {
        const job = list[chosen ?? -1];
        if (job !== undefined) mark(job.uuid);
      },
    },
    { label: "Compare the marked runs", keys: "c", run: compare },
    { label: "Open the chosen run", keys: "o", isKeyOnly: true, run: () => open(chosen ?? 0) },
  ]);
  if (all?.length === 0) return <FirstRun />;
  return (
    <Card
      title={all === undefined ? "Runs" : `${count(list.length)} of ${count(all.length)} runs`}
      wide
      aside={
        <div class="buttons">
          <button type="button" class="second" disabled={marked.length < 2} onClick={compare}>
            Compare {marked.length > 0 ? marked.length : ""}
          </button>
          <a class="button" href="#/new">
            New run
          </a>
        </div>
      }
    >
      {jobsProblem.value !== undefined && <Notice kind="poor">{jobsProblem.value}</Notice>}
      <form class="inline" onSubmit={(event) => event.preventDefault()}>
        <Field label="Search">
          {(ties) => (
            <input
              {...ties}
              type="search"
              placeholder="A strategy, a symbol, a parameter"
              value={words}
              spellcheck={false}
              onInput={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </Field>
        <Choice label="State" value={status} values={STATES} onChange={setStatus} />
        <Choice label="Kind" value={kind} values={KINDS} onChange={setKind} />
      </form>
      <VirtualTable
        label="Runs"
        count={list.length}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={open}
        empty={
          <Empty title={all === undefined ? "Reading the runs …" : "No run has these words."} />
        }
        columns={[
          {
            head: "Mark",
            width: 3.5,
            cell: (index) => {
              const { uuid = "", id = 0 } = list[index] ?? {};
              return (
                <input
                  type="checkbox"
                  tabIndex={-1}
                  aria-label={`Compare run ${id}`}
                  checked={marked.includes(uuid)}
                  onChange={() => mark(uuid)}
                />
              );
            },
          },
          {
            head: "Run",
            width: 18,
            cell: (index) => {
              const job = list[index];
              return (
                job && (
                  <a href={`#/runs/${job.uuid}`} tabIndex={-1} title={titleOf(job)}>
                    {titleOf(job)}
                  </a>
                )
              );
            },
          },
          { head: "Kind", width: 6, cell: (index) => kindOf(list[index]?.job_type ?? "") },
          {
            head: "State",
            width: 8,
            cell: (index) => {
              const job = list[index];
              return job && <Status uuid={job.uuid} status={job.status} />;
            },
          },
          {
            head: "Return",
            isNumber: true,
            width: 6.5,
            cell: (index) => <Gain value={figures(list[index])?.total_return} />,
          },
          {
            head: "Drawdown",
            isNumber: true,
            width: 7,
            cell: (index) => percent(figures(list[index])?.max_drawdown),
          },
          {
            head: "Sharpe",
            isNumber: true,
            width: 6,
            cell: (index) => ratio(figures(list[index])?.sharpe),
          },
          {
            head: "Trades",
            isNumber: true,
            width: 6,
            cell: (index) => {
              const found = figures(list[index]);
              return found === undefined ? "–" : count(found.total_trades);
            },
          },
          {
            head: "Parameters",
            width: 13,
            cell: (index) => {
              const text = parametersText(list[index]?.payload["parameters"]) || "defaults";
              return <span title={text}>{text}</span>;
            },
          },
          {
            head: "Created",
            width: 7,
            cell: (index) => {
              const job = list[index];
              return (
                job && (
                  <time title={job.created_at}>{ago(Date.parse(job.created_at), Date.now())}</time>
                )
              );
            },
          },
        ]}
      />
      {hasOlder.value && (
        <div class="buttons foot-buttons">
          <button type="button" class="second" onClick={() => void loadOlder()}>
            Older runs
          </button>
        </div>
      )}
    </Card>
  );
}

function figures(job: ListedJob | undefined) {
  return job === undefined ? undefined : figuresOf(job);
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, values, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">all</option>
          {values.map((one) => (
            <option key={one} value={one}>
              {one === "backtest" ? "run" : kindOf(one)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function FirstRun() {
  return (
    <Card title="Your first run" wide>
      <Empty
        title="Nothing was run yet."
        action={
          <div class="buttons">
            <a
              class="button"
              href="#/new?symbol=BTCUSDT&interval=60&limit=5000&strategy=ma_crossover"
            >
              Try a moving-average crossover
            </a>
            <a class="button second" href="#/new">
              New run
            </a>
          </div>
        }
      >
        A run simulates a strategy on candles: it takes the signals at each close, fills them at the
        next open and takes off the fees. Choose a strategy and a symbol, or drop a CSV file with
        your own candles.
      </Empty>
    </Card>
  );
}

function matches(job: ListedJob, words: string): boolean {
  const told = `${job.id} ${kindOf(job.job_type)} ${titleOf(job)} ${JSON.stringify(job.payload)}`;
  const text = told.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
