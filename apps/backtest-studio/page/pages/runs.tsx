/** The list of runs: live, filtered, chosen by keyboard, opened or compared. */

import { Card, Empty, go, Notice, place, rowColumns, useCommands, VirtualTable } from "@bourse/ui";
import { useState } from "preact/hooks";

import { hasOlder, jobs, jobsProblem, loadOlder } from "../model/jobs.ts";
import { count } from "../model/numbers.ts";
import { markColumn, RUN_COLUMNS } from "./runs/run-columns.tsx";
import { foundRuns, RunFilters } from "./runs/run-filters.tsx";

const MOST_COMPARED = 6;

export function Runs() {
  const all = jobs.value;
  const list = foundRuns(all ?? [], place.value.query);
  const [chosen, setChosen] = useState<number>();
  const { marked, mark, compare } = useMarks();
  const open = (index: number): void => {
    const job = list[index];
    if (job !== undefined) go(["runs", job.uuid]);
  };
  const markChosen = (): void => {
    const job = list[chosen ?? -1];
    if (job !== undefined) mark(job.uuid);
  };
  useCommands([
    { label: "Mark the chosen run to compare", keys: "x", isKeyOnly: true, run: markChosen },
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
      <RunFilters />
      <VirtualTable
        label="Runs"
        count={list.length}
        chosen={chosen}
        onChoose={setChosen}
        onOpen={open}
        empty={
          <Empty title={all === undefined ? "Reading the runs …" : "No run has these words."} />
        }
        columns={rowColumns(list, [markColumn(marked, mark), ...RUN_COLUMNS])}
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

/** The runs that are marked to be compared, the newest marks of as many as are compared at once. */
function useMarks() {
  const [marked, setMarked] = useState<readonly string[]>([]);
  const mark = (uuid: string): void =>
    setMarked(
      marked.includes(uuid)
        ? marked.filter((one) => one !== uuid)
        : [...marked, uuid].slice(-MOST_COMPARED),
    );
  const compare = (): void => {
    if (marked.length > 1) go(["compare"], { runs: marked.join(",") });
  };
  return { marked, mark, compare };
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
