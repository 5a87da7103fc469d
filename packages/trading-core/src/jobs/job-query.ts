/** Queries of lists of jobs. */

import { EngineError } from "@bourse/backtest-engine";

import type { JobStatus, JobType, ListedJob } from "./job.ts";

/** Orders of a list of jobs; a minus before the name for descending. */
export const jobSorts = [
  "created_at",
  "-created_at",
  "total_return",
  "-total_return",
  "sharpe",
  "-sharpe",
  "max_drawdown",
  "-max_drawdown",
  "trades",
  "-trades",
] as const;
/** An order of a list of jobs. */
export type JobSort = (typeof jobSorts)[number];

/** A filter of jobs. */
export interface JobQuery {
  /** Status of the jobs. Default: any. */
  readonly status?: JobStatus;
  /** Type of the jobs. Default: any. */
  readonly jobType?: JobType;
  /** Words that title, note, tags, symbols or strategy contain, all of them, in any case. Default: any. */
  readonly q?: string;
  /** Name of the strategy. Default: any. */
  readonly strategy?: string;
  /** Symbol of the jobs, also among others. Default: any. */
  readonly symbol?: string;
  /** Tags that a job has all of. Default: any. */
  readonly tags?: readonly string[];
  /** Order of the jobs. Those without the figure come last, those of one value by number. Default `-created_at`. */
  readonly sort?: JobSort;
  /** Maximum number of jobs. 1–100, default 50. */
  readonly limit?: number;
  /** Cursor `next` of the page before, of the same filter. Default: none, the list begins with the first job. */
  readonly cursor?: string;
}

/** One page of a list of jobs. */
export interface JobPage {
  /** Jobs of the page. */
  readonly items: readonly ListedJob[];
  /** Cursor of the next page; null on the last page. */
  readonly next: string | null;
}

/** True where no index has what is asked for. */
export function isSearch({
  q,
  strategy,
  symbol,
  tags = [],
  sort = "-created_at",
}: JobQuery): boolean {
  const isFiltered = [q, strategy, symbol].some((one) => one !== undefined);
  return isFiltered || tags.length > 0 || sort !== "-created_at";
}

/** @throws EngineError OPTIONS_INVALID */
export function checkSort(sort: string): void {
  if ((jobSorts as readonly string[]).includes(sort)) return;
  throw new EngineError("OPTIONS_INVALID", `"sort" must be one of ${jobSorts.join(", ")}.`, {
    details: { option: "sort" },
  });
}

/** An index of jobs, with values for its first fields. */
interface IndexRange {
  readonly index: "newest" | "by_status" | "by_type" | "by_status_type";
  readonly equals?: readonly string[];
}

/** The index range of jobs of a status and a type. */
export function indexOf({ status, jobType }: JobQuery): IndexRange {
  if (status !== undefined && jobType !== undefined) {
    return { index: "by_status_type", equals: [status, jobType] };
  }
  if (status !== undefined) return { index: "by_status", equals: [status] };
  if (jobType !== undefined) return { index: "by_type", equals: [jobType] };
  return { index: "newest" };
}
