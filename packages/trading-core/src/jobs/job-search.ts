/**
 * Search of jobs by words, tags and figures, over the facts of all jobs in the memory of this process.
 *
 * The facts are read on from the last change number before each search. What a page shows is read from the store: a
 * job that was deleted, or changed by an earlier version of the service, is noticed there.
 */

import { readCursor, type Store, type Versioned, writeCursor } from "@bourse/kernel";
import { nextTurn } from "@bourse/kernel/platform";

import { jobCounters, jobs, type JobCounters } from "./collections.ts";
import type { JobQuery, JobSort } from "./job-query.ts";
import { type JobFigures, type JobRow, rowOf, spelt } from "./job-row.ts";
import type { JobDocument } from "./job.ts";

/** A page of stored jobs. */
interface FoundJobs {
  readonly items: readonly JobDocument[];
  readonly next: string | null;
}

/** Search of the jobs of a store. */
export interface JobSearch {
  /** Finds a page of jobs. @throws StoreError STORE_CURSOR_INVALID */
  find(query: JobQuery): Promise<FoundJobs>;
}

/** Creates the search of a store's jobs; it reads nothing before the first search. */
export function createJobSearch(store: Store): JobSearch {
  const facts = new JobFacts(store);
  return {
    async find({ limit = 50, cursor, ...filter }) {
      const signature = JSON.stringify(["jobs", filter]);
      const place = cursor === undefined ? undefined : placeOf(cursor, signature);
      await facts.refresh();
      const order = orderOf(filter.sort ?? "-created_at");
      const isWanted = matcherOf(filter);
      const rows = Array.from(facts.rows.values())
        .filter((row) => isWanted(row) && (place === undefined || order(row, place) > 0))
        .toSorted(order);
      const { items, isLast } = await facts.read(rows, limit, isWanted);
      const last = items.at(-1);
      if (isLast || last === undefined) return { items, next: null };
      return { items, next: writeCursor(keyOf(rowOf(last), filter.sort), signature) };
    },
  };
}

/** Documents that one read of the whole list takes at a time; between two reads other requests are answered. */
const BATCH = 100;

/** The facts of all jobs. */
class JobFacts {
  readonly rows = new Map<string, JobRow>();
  readonly #store: Store;
  /** Number of the newest change that is in the rows; undefined before they were read. */
  #seen: number | undefined;
  #refreshing: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads what has changed. Searches at the same time read it once. */
  async refresh(): Promise<void> {
    // A refresh under way may have begun before the caller's own change.
    await this.#refreshing?.catch(() => undefined);
    await (this.#refreshing ??= this.#readOn().finally(() => (this.#refreshing = undefined)));
  }

  async #readOn(): Promise<void> {
    const counters = (await this.#store.get(jobCounters, "jobs"))?.value;
    const changes = counters?.changes ?? 0;
    if (this.#seen !== undefined && this.#seen < changes) {
      await this.#readPages({ index: "by_change", range: { gt: this.#seen } });
    }
    // Before the first search; or the store was set back, or an earlier version, which numbers no changes, made jobs.
    const seen = this.#seen ?? Infinity;
    if (seen > changes || this.rows.size < totalOf(counters)) {
      this.rows.clear();
      await this.#readPages({ index: "newest" });
    }
    this.#seen = changes;
  }

  async #readPages(query: {
    readonly index: "newest" | "by_change";
    readonly range?: { readonly gt: number };
  }): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await this.#store.find(jobs, {
        ...query,
        limit: BATCH,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { value } of page.items) this.rows.set(value.id, rowOf(value));
      cursor = page.next ?? undefined;
      if (cursor !== undefined) await nextTurn();
    } while (cursor !== undefined);
  }

  /** Reads the first jobs of the rows that are still there and wanted. */
  async read(
    rows: readonly JobRow[],
    limit: number,
    isWanted: (row: JobRow) => boolean,
  ): Promise<{ readonly items: readonly JobDocument[]; readonly isLast: boolean }> {
    const items: JobDocument[] = [];
    let at = 0;
    while (at < rows.length && items.length < limit) {
      const part = rows.slice(at, at + limit - items.length);
      at += part.length;
      const found = await Promise.all(part.map(({ uuid }) => this.#store.get(jobs, uuid)));
      for (const [place, { uuid }] of part.entries()) {
        const job = this.#noted(uuid, found[place]);
        if (job !== undefined && isWanted(rowOf(job))) items.push(job);
      }
    }
    return { items, isLast: at >= rows.length };
  }

  #noted(uuid: string, found: Versioned<JobDocument> | undefined): JobDocument | undefined {
    if (found === undefined) this.rows.delete(uuid);
    else this.rows.set(uuid, rowOf(found.value));
    return found?.value;
  }
}

function totalOf(counters: JobCounters | undefined): number {
  if (counters === undefined) return 0;
  const { pending, running, completed, failed, cancelled } = counters;
  return pending + running + completed + failed + cancelled;
}

function matcherOf(filter: JobQuery): (row: JobRow) => boolean {
  const { status, jobType, strategy, symbol, tags = [], q = "" } = filter;
  const words = spelt(q).split(/\s+/u);
  return (row) =>
    (status === undefined || row.status === status) &&
    (jobType === undefined || row.jobType === jobType) &&
    (strategy === undefined || row.strategy === strategy) &&
    (symbol === undefined || row.symbols.includes(symbol)) &&
    tags.every((tag) => row.tags.includes(tag)) &&
    words.every((word) => row.words.includes(word));
}

/** Figure of an order of jobs by one; undefined for the order of their creation. */
const FIGURES: Readonly<Record<string, keyof JobFigures>> = {
  total_return: "totalReturn",
  sharpe: "sharpe",
  max_drawdown: "maxDrawdown",
  trades: "trades",
};

type Sortable = Pick<JobRow, "number" | keyof JobFigures>;

/** Orders jobs; those without the figure come last in both directions, those of one value by their numbers. */
function orderOf(sort: JobSort): (a: Sortable, b: Sortable) => number {
  const sign = sort.startsWith("-") ? -1 : 1;
  const figure = FIGURES[sort.replace("-", "")];
  if (figure === undefined) return (a, b) => sign * (a.number - b.number);
  return (a, b) => {
    const [x, y] = [a[figure], b[figure]];
    if (x === y) return a.number - b.number;
    if (x === null || y === null) return x === null ? 1 : -1;
    return sign * (x - y);
  };
}

function keyOf(row: JobRow, sort: JobSort = "-created_at"): string {
  const figure = FIGURES[sort.replace("-", "")];
  return JSON.stringify([row.number, figure === undefined ? null : row[figure]]);
}

const KEY = /^\[\d{1,16},(?:null|-?\d[\d.eE+-]{0,30})\]$/;

/** The place after which a page begins: the value counts for the order that the signature has. */
function placeOf(cursor: string, signature: string): Sortable {
  const [number, value] = JSON.parse(readCursor(cursor, signature, KEY)) as [number, number | null];
  return { number, totalReturn: value, sharpe: value, maxDrawdown: value, trades: value };
}
