/** The list of runs: live, searched and sorted by the server, walked by keys, labelled, opened or compared. */

import {
  Card,
  Empty,
  go,
  Notice,
  ONCE,
  place,
  ReadingHint,
  rowColumns,
  setQuery,
  useAction,
  useCommands,
  useIsNarrow,
  VirtualTable,
} from "@bourse/ui";
import { useEffect, useState } from "preact/hooks";

import { keptColumns } from "../model/kept-columns.ts";
import { count } from "../model/numbers.ts";
import { readOn, readOnProblem, runs, runsProblem, showRuns } from "../model/run-list.ts";
import { queryOf } from "../model/run-query.ts";
import { isOutdated, type RunList } from "../model/run-rows.ts";
import { clients } from "../model/session.ts";
import { wordsOf } from "../model/words.ts";
import { useLabels, type Labels } from "./runs/labels.tsx";
import { markColumns, runColumns, sortable } from "./runs/run-columns.tsx";
import { clearFilters, ColumnChoice, RunFilters } from "./runs/run-filters.tsx";

const MOST_COMPARED = 6;
/** Columns that are always there. */
const FIXED = ["Run", "State"];

export function Runs() {
  const { query } = place.value;
  const asked = queryOf(query);
  useEffect(() => showRuns(asked), [JSON.stringify(asked)]);
  const list = runs.value;
  const labels = useLabels();
  const { marked, mark, compare } = useMarks();
  const isNarrow = useIsNarrow();
  const width = useWindowWidth();
  if (list?.total === 0) return <FirstRun />;
  const all = runColumns(labels);
  const shown = shownHeads(all, width, labels, list);
  const columns = sortable(
    all.filter(({ head }) => FIXED.includes(head) || shown.includes(head)),
    query["sort"] ?? "",
  );
  const marks = markColumns(marked, mark, labels);
  const choosable = all.map(({ head }) => head).filter((head) => !FIXED.includes(head));
  return (
    <Card
      title={titleOf(list)}
      list
      aside={
        <div class="buttons">
          <ColumnChoice heads={choosable} shown={shown} />
          <button type="button" class="second" disabled={marked.length < 2} onClick={compare}>
            Compare {marked.length > 0 ? marked.length : ""}
          </button>
          <a class="button" href="#/new">
            New run
          </a>
        </div>
      }
    >
      {runsProblem.value !== undefined && <Notice kind="poor">{runsProblem.value}</Notice>}
      {labels.problem !== undefined && <Notice kind="poor">{labels.problem}</Notice>}
      <RunFilters />
      <RunTable
        list={list}
        isOutdated={isOutdated(list, asked)}
        labels={labels}
        mark={mark}
        compare={compare}
        columns={
          // A line each on a phone, where the run's name comes first.
          isNarrow ? [...columns, ...marks] : [...marks, ...columns]
        }
      />
    </Card>
  );
}

/** Number of the runs of the query that were read, `+` where there are more, of all that the server keeps. */
function titleOf(list: RunList | undefined): string {
  if (list === undefined) return "Runs";
  const { rows, next, total } = list;
  return `${count(rows.length)}${next === undefined ? "" : "+"} of ${count(total)} runs`;
}

interface RunTableProps {
  readonly list: RunList | undefined;
  /** True while the rows are those of another query than the one that is asked for. */
  readonly isOutdated: boolean;
  readonly labels: Labels;
  readonly mark: (uuid: string) => void;
  readonly compare: () => void;
  readonly columns: ReturnType<typeof markColumns>;
}

function RunTable({ list, isOutdated: isOld, labels, mark, compare, columns }: RunTableProps) {
  const { rows = [], next } = list ?? {};
  // The run, not its place: others come above it.
  const [chosenUuid, setChosenUuid] = useState<string>();
  const at = rows.findIndex(({ uuid }) => uuid === chosenUuid);
  const chosen = at < 0 ? undefined : at;
  const open = (index: number): void => {
    const job = rows[index];
    if (job !== undefined) go(["runs", job.uuid]);
  };
  const withChosen = (act: (job: (typeof rows)[number]) => void) => (): void => {
    const job = rows[chosen ?? -1];
    if (job !== undefined) act(job);
  };
  useCommands([
    {
      label: "Mark the chosen run to compare",
      keys: "x",
      isKeyOnly: true,
      run: withChosen(({ uuid }) => mark(uuid)),
    },
    { label: "Compare the marked runs", keys: "c", run: compare },
    {
      label: "Title, tags and note of the chosen run",
      keys: "e",
      isKeyOnly: true,
      run: withChosen(labels.edit),
    },
    { label: "Pin the chosen run", keys: "p", isKeyOnly: true, run: withChosen(labels.pin) },
    { label: "Show all runs, newest first", keys: "0", run: clearFilters },
  ]);
  return (
    <>
      <div class="rows" aria-busy={isOld}>
        <VirtualTable
          label="Runs"
          count={rows.length}
          keyOf={(index) => rows[index]?.uuid ?? index}
          chosen={chosen}
          isStacking
          onChoose={(index) => setChosenUuid(rows[index]?.uuid)}
          onOpen={open}
          onEnd={() => void readOn()}
          empty={<NoRuns isRead={list !== undefined && !isOld} />}
          columns={rowColumns(rows, columns)}
        />
      </div>
      <p class="hint keys-hint">
        <kbd>j</kbd> <kbd>k</kbd> choose, <kbd>Enter</kbd> opens, <kbd>x</kbd> marks, <kbd>c</kbd>{" "}
        compares, <kbd>e</kbd> edits, <kbd>p</kbd> pins, <kbd>/</kbd> searches.
      </p>
      {next !== undefined && (
        <div class="buttons foot-buttons">
          <button type="button" class="second" onClick={() => void readOn()}>
            More runs
          </button>
          {readOnProblem.value !== undefined && <span class="fault">{readOnProblem.value}</span>}
        </div>
      )}
    </>
  );
}

function NoRuns({ isRead }: { readonly isRead: boolean }) {
  if (!isRead && runsProblem.value === undefined) {
    return <ReadingHint>Reading the runs …</ReadingHint>;
  }
  if (!isRead) return <Empty title="Not known yet." />;
  return (
    <Empty
      title="No run fits."
      action={
        <button type="button" class="second" onClick={clearFilters}>
          Show all runs
        </button>
      }
    >
      The server looked through the titles, notes, tags, symbols and strategies of all runs.
    </Empty>
  );
}

/** Heads of the columns that are shown: those that the reader chose, or as many as the window has room for. */
function shownHeads(
  all: ReturnType<typeof runColumns>,
  width: number,
  labels: Labels,
  list: RunList | undefined,
): readonly string[] {
  const heads =
    keptColumns.value ?? all.flatMap(({ head, from = 0 }) => (width >= from ? [head] : []));
  // What is edited must be seen.
  const isEditing = list?.rows.some(labels.isEdited) === true;
  return isEditing ? [...heads, "Tags", "Note"] : heads;
}

/** Width of the window in pixels, as it is now. */
function useWindowWidth(): number {
  const [width, setWidth] = useState(window.innerWidth);
  useEffect(() => {
    const look = (): void => setWidth(window.innerWidth);
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return width;
}

/** The runs that are marked to be compared, in the address: the newest marks of as many as are compared at once. */
function useMarks() {
  const marked = (place.value.query["marked"] ?? "").split(",").filter((one) => one !== "");
  const mark = (uuid: string): void => {
    const next = marked.includes(uuid)
      ? marked.filter((one) => one !== uuid)
      : [...marked, uuid].slice(-MOST_COMPARED);
    setQuery({ marked: next.join(",") });
  };
  const compare = (): void => {
    if (marked.length > 1) go(["compare"], { runs: marked.join(",") });
  };
  return { marked, mark, compare };
}

/** A run that needs no form: its result shows what the studio is. */
const FIRST = { symbol: "BTCUSDT", interval: "60", limit: 5000, strategy: "ma_crossover" };

function FirstRun() {
  const start = useAction(async () => {
    try {
      const { job_id: id } = await clients.value.backtest.createBacktest({ body: FIRST }, ONCE);
      go(["runs", id]);
    } catch (error) {
      throw new Error(wordsOf(error));
    }
  });
  return (
    <Card title="Your first run" wide>
      <Empty
        title="Nothing was run yet."
        action={
          <div class="buttons">
            <button type="button" disabled={start.busy} onClick={() => void start.run(undefined)}>
              {start.busy ? "Starting …" : "Try a moving-average crossover"}
            </button>
            <a class="button second" href="#/new">
              New run
            </a>
          </div>
        }
      >
        A run simulates a strategy on candles: it takes the signals at each close, fills them at the
        next open and takes off the fees. This one runs on 5,000 hours of BTCUSDT; choose a strategy
        and a symbol of your own, or drop a CSV file with your candles, in a new run.
      </Empty>
      {start.problem !== undefined && <Notice kind="poor">{start.problem}</Notice>}
    </Card>
  );
}
