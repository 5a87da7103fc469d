/** The list of runs that is shown: searched, filtered and sorted by the server, and read on page by page. */

import type { ListedJob } from "@bourse/contract/backtest";
import { loaded } from "@bourse/ui";
import { signal } from "@preact/signals";

import type { RunQuery } from "./run-query.ts";
import {
  isOutdated,
  isPlain,
  joined,
  readBehind,
  withJob,
  withoutJob,
  type RunList,
} from "./run-rows.ts";
import { clients } from "./session.ts";
import { wordsOf } from "./words.ts";

const PAGE = 100;
/** Shortest time between two readings of a list that news may have changed. */
const PAUSE_MILLISECONDS = 1000;

let wanted: RunQuery = {};
let isReadingOn = false;
/** Jobs that events have put into the list since its first page was asked for. */
let arrived = new Set<string>();
let pause: ReturnType<typeof setTimeout> | undefined;

const list = loaded<RunList>(() => told(readFirst));

export const runs = list.value;
export const runsProblem = list.problem;
export const readRuns = list.refresh;
/** Reason why the page behind the last row could not be read. */
export const readOnProblem = signal<string | undefined>(undefined);

/** Shows the runs of a query; those of the one before stay until they have come. */
export function showRuns(query: RunQuery): void {
  const isSame = JSON.stringify(query) === JSON.stringify(wanted);
  wanted = query;
  if (!isSame || runs.peek() === undefined) void readRuns();
}

/** Reads the page behind the last row, once at a time. */
export async function readOn(): Promise<void> {
  const before = runs.peek();
  if (before?.next === undefined || isReadingOn || isOutdated(before, wanted)) return;
  isReadingOn = true;
  try {
    const page = await readPage(before.query, before.next);
    readOnProblem.value = undefined;
    const now = runs.peek();
    if (now?.query === before.query) list.put(readBehind(now, page));
  } catch (error) {
    readOnProblem.value = wordsOf(error);
  } finally {
    isReadingOn = false;
  }
}

/** Puts the newest state of a job in place; the server sorts it in where its place may be another one. */
export function noteJob(job: ListedJob): void {
  const now = runs.peek();
  if (now === undefined) return;
  const changed = withJob(now, job);
  if (changed.rows.length > now.rows.length) arrived.add(job.uuid);
  if (changed !== now) list.put(changed);
  // An event leaves the result of a search out.
  const isSearch = job.job_type === "sweep" || job.job_type === "walk_forward";
  const row = changed.rows.find(({ uuid }) => uuid === job.uuid);
  const isLacking = isSearch && row?.status === "completed" && row.result === null;
  if (!isPlain(now) || isLacking) readSoon();
}

/** Takes a deleted job out of the list. */
export function dropRun(uuid: string): void {
  const now = runs.peek();
  if (now !== undefined) list.put(withoutJob(now, uuid));
}

function readSoon(): void {
  pause ??= setTimeout(() => {
    pause = undefined;
    void readRuns();
  }, PAUSE_MILLISECONDS);
}

async function readFirst(): Promise<RunList> {
  const query = wanted;
  arrived = new Set();
  const [page, { total }] = await Promise.all([
    readPage(query),
    clients.peek().backtest.jobStats(),
  ]);
  return joined(runs.peek(), { query, total, ...page }, arrived);
}

async function readPage(query: RunQuery, cursor?: string): Promise<Pick<RunList, "rows" | "next">> {
  const { data, headers } = await clients.peek().backtest.listJobs.withResponse({
    query: { ...query, limit: PAGE, ...(cursor !== undefined && { cursor }) },
  });
  const url = /<([^>]+)>/u.exec(headers.get("link") ?? "")?.[1];
  const found = url && new URL(url, location.href).searchParams.get("cursor");
  return { rows: data, next: found ?? undefined };
}

async function told<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw new Error(wordsOf(error));
  }
}
