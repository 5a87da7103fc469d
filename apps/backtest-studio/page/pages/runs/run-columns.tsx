/** The columns of the list of runs. */

import type { JobSort, ListedJob } from "@bourse/contract/backtest";
import { ago, moment, place, setQuery, type RowColumn } from "@bourse/ui";

import { count } from "../../model/numbers.ts";
import { nextSort } from "../../model/run-query.ts";
import { figuresOf, kindOf, parametersText, titleOf } from "../../model/summary.ts";
import { isDoubtful, verdictOf } from "../../model/verdict.ts";
import { Figure, Gain } from "../../parts/figure.tsx";
import { Status } from "../../parts/status.tsx";
import { LabelInput, type Labels } from "./labels.tsx";
import { Sketch } from "./sketch.tsx";

export interface RunColumn extends RowColumn<ListedJob> {
  /** Order that the column's head asks for first. Default: the server has none by it. */
  readonly order?: JobSort;
  /** Least width of the window, in pixels, from which it is shown to who has not chosen columns. Default 0. */
  readonly from?: number;
}

/** Widths on which a row is one line: below, 40 rem in parts.css, each column is a line of it. */
const WIDE = 641;

/** The columns with the box that marks a run to be compared, and the pin. */
export function markColumns(
  marked: readonly string[],
  onMark: (uuid: string) => void,
  { pin }: Labels,
): readonly RowColumn<ListedJob>[] {
  return [
    {
      head: "Mark",
      width: 3,
      cell: ({ uuid, id }) => (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Compare run ${id}`}
          checked={marked.includes(uuid)}
          onChange={() => onMark(uuid)}
        />
      ),
    },
    {
      head: "Pin",
      width: 2.5,
      cell: (job) => (
        <button
          type="button"
          class="pin"
          tabIndex={-1}
          aria-label={`Pin run ${job.id}`}
          aria-pressed={job.pinned}
          onClick={() => pin(job)}
        >
          {job.pinned ? "★" : "☆"}
        </button>
      ),
    },
  ];
}

/** The columns that the reader can choose; the title and the state are always there. */
export function runColumns(labels: Labels): readonly RunColumn[] {
  return [
    {
      head: "Run",
      width: 15,
      cell: (job) =>
        labels.isEdited(job) ? (
          <LabelInput labels={labels} name="title" label="Title" isFirst />
        ) : (
          <RunLink job={job} />
        ),
    },
    { head: "State", width: 10, cell: (job) => <StateOrSave job={job} labels={labels} /> },
    { head: "Kind", width: 5.5, from: 1700, cell: (job) => kindOf(job.job_type) },
    { head: "Period (UTC)", width: 10.5, from: WIDE, cell: (job) => periodOf(job) },
    ...FIGURE_COLUMNS,
    {
      head: "Tags",
      width: 6.5,
      from: WIDE,
      cell: (job) =>
        labels.isEdited(job) ? (
          <LabelInput labels={labels} name="tags" label="Tags, between commas" />
        ) : (
          job.tags.map((tag) => <Tag key={tag} tag={tag} />)
        ),
    },
    {
      head: "Note",
      width: 10,
      from: 1700,
      cell: (job) =>
        labels.isEdited(job) ? (
          <LabelInput labels={labels} name="note" label="Note" />
        ) : (
          <span title={job.note ?? undefined} dir="auto">
            {job.note}
          </span>
        ),
    },
    {
      head: "Parameters",
      width: 12,
      from: 1700,
      cell: (job) => {
        const text = parametersText(job.payload["parameters"]) || "defaults";
        return <span title={text}>{text}</span>;
      },
    },
    {
      head: "Created",
      width: 5.5,
      order: "-created_at",
      cell: (job) => (
        <time dateTime={job.created_at} title={moment(job.created_at)}>
          {ago(Date.parse(job.created_at))}
        </time>
      ),
    },
  ];
}

/** Figures that runs are decided by. */
const FIGURE_COLUMNS: readonly RunColumn[] = [
  {
    head: "Equity",
    width: 6,
    from: 1500,
    cell: (job) => <Sketch job={job} isDoubtful={isDoubtful(verdictOf(job))} />,
  },
  {
    head: "Return",
    isNumber: true,
    width: 7,
    order: "-total_return",
    cell: (job) => (
      <Gain value={figuresOf(job)?.total_return} isDoubtful={isDoubtful(verdictOf(job))} />
    ),
  },
  {
    head: "Buy and hold",
    isNumber: true,
    width: 7.5,
    from: WIDE,
    cell: (job) => <Gain value={figuresOf(job)?.buy_hold_return} />,
  },
  {
    head: "Sharpe",
    isNumber: true,
    width: 5.5,
    from: WIDE,
    order: "-sharpe",
    cell: (job) => <Figure of={figuresOf(job)?.sharpe} form="ratio" />,
  },
  {
    head: "Drawdown",
    isNumber: true,
    width: 6,
    order: "max_drawdown",
    cell: (job) => <Figure of={figuresOf(job)?.max_drawdown} form="percent" />,
  },
  {
    head: "Trades",
    isNumber: true,
    width: 5,
    from: WIDE,
    order: "-trades",
    cell: (job) => count(figuresOf(job)?.total_trades),
  },
];

/** The columns with heads that sort, in the order of the address. */
export function sortable(columns: readonly RunColumn[], sort: string): readonly RunColumn[] {
  return columns.map((column) => {
    const { order } = column;
    if (order === undefined) return column;
    const name = order.replace("-", "");
    const present = sort === "" ? "-created_at" : sort;
    return {
      ...column,
      onSort: () => setQuery({ sort: nextSort(sort, order) }),
      ...(present.replace("-", "") === name && {
        sorted: present.startsWith("-") ? "descending" : "ascending",
      }),
    };
  });
}

function RunLink({ job }: { readonly job: ListedJob }) {
  const text = titleOf(job);
  return (
    <a
      href={`#/runs/${job.uuid}`}
      tabIndex={-1}
      title={job.title === null ? text : `${job.title}: ${text}`}
      dir="auto"
    >
      {job.title ?? text}
    </a>
  );
}

function StateOrSave({ job, labels }: { readonly job: ListedJob; readonly labels: Labels }) {
  if (!labels.isEdited(job)) return <Status job={job} />;
  return (
    <span class="buttons">
      <button type="button" class="small" disabled={labels.busy} onClick={labels.save}>
        Save
      </button>
      <button type="button" class="second small" onClick={labels.leave}>
        Back
      </button>
    </span>
  );
}

/** A tag that shows all runs that have it, beside those that are asked for. */
function Tag({ tag }: { readonly tag: string }) {
  const asked = (place.value.query["tag"] ?? "").split(",").filter((one) => one !== "");
  return (
    <button
      type="button"
      class="tag"
      tabIndex={-1}
      dir="auto"
      title={`Runs with the tag ${tag}`}
      onClick={() => setQuery({ tag: [...new Set([...asked, tag])].join(",") })}
    >
      {tag}
    </button>
  );
}

/** The days of the first and the last candle. */
function periodOf({ result }: ListedJob): string {
  const { first_timestamp: first, last_timestamp: last } = (result ?? {}) as {
    readonly first_timestamp?: string;
    readonly last_timestamp?: string;
  };
  if (first === undefined || last === undefined) return "–";
  const [from, until] = [first.slice(0, 10), last.slice(0, 10)];
  if (from === until) return from;
  // A year that both have stands once.
  return `${from} – ${from.slice(0, 5) === until.slice(0, 5) ? until.slice(5) : until}`;
}
