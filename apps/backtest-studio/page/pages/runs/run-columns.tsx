/** The columns of the list of runs. */

import type { ListedJob } from "@bourse/contract/backtest";
import { ago, type RowColumn } from "@bourse/ui";

import { count, percent, ratio } from "../../model/numbers.ts";
import { figuresOf, kindOf, parametersText, titleOf } from "../../model/summary.ts";
import { Gain } from "../../parts/figure.tsx";
import { Status } from "../../parts/status.tsx";

/** The column with a box that marks a run to be compared. */
export function markColumn(
  marked: readonly string[],
  onMark: (uuid: string) => void,
): RowColumn<ListedJob> {
  return {
    head: "Mark",
    width: 3.5,
    cell: ({ uuid, id }) => (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Compare run ${id}`}
        checked={marked.includes(uuid)}
        onChange={() => onMark(uuid)}
      />
    ),
  };
}

export const RUN_COLUMNS: readonly RowColumn<ListedJob>[] = [
  {
    head: "Run",
    width: 18,
    cell: (job) => (
      <a href={`#/runs/${job.uuid}`} tabIndex={-1} title={titleOf(job)}>
        {titleOf(job)}
      </a>
    ),
  },
  { head: "Kind", width: 6, cell: (job) => kindOf(job.job_type) },
  { head: "State", width: 8, cell: (job) => <Status uuid={job.uuid} status={job.status} /> },
  {
    head: "Return",
    isNumber: true,
    width: 6.5,
    cell: (job) => <Gain value={figuresOf(job)?.total_return} />,
  },
  {
    head: "Drawdown",
    isNumber: true,
    width: 7,
    cell: (job) => percent(figuresOf(job)?.max_drawdown),
  },
  { head: "Sharpe", isNumber: true, width: 6, cell: (job) => ratio(figuresOf(job)?.sharpe) },
  {
    head: "Trades",
    isNumber: true,
    width: 6,
    cell: (job) => {
      const figures = figuresOf(job);
      return figures === undefined ? "–" : count(figures.total_trades);
    },
  },
  {
    head: "Parameters",
    width: 13,
    cell: (job) => {
      const text = parametersText(job.payload["parameters"]) || "defaults";
      return <span title={text}>{text}</span>;
    },
  },
  {
    head: "Created",
    width: 7,
    cell: (job) => (
      <time title={job.created_at}>{ago(Date.parse(job.created_at), Date.now())}</time>
    ),
  },
];
