/** A value that is fetched: what is known, whether it is being asked for, and what went wrong the last time. */

import { signal, type ReadonlySignal } from "@preact/signals";

export interface Loaded<Value> {
  /** The last good answer; it stays while a newer one is fetched or fails. */
  readonly value: ReadonlySignal<Value | undefined>;
  readonly problem: ReadonlySignal<string | undefined>;
  /** Asks now; calls while one is under way share it and are followed by one more. */
  readonly refresh: () => Promise<void>;
  /** Puts a newer value in place without asking. */
  readonly put: (value: Value) => void;
}

/** A list that is fetched page by page, newest first. */
export interface Paged<Page> extends Loaded<Page> {
  /** Fetches the next page and adds it. */
  readonly more: () => Promise<void>;
}

/**
 * A list by pages: `fetchPage` gets as many rows as are shown, so that a refresh keeps what was opened. At most 1,000
 * rows are shown.
 */
export function paged<Page>(
  fetchPage: (limit: number) => Promise<Page>,
  rowsAPage: number,
): Paged<Page> {
  let limit = rowsAPage;
  const list = loaded(() => fetchPage(limit));
  return {
    ...list,
    more: () => {
      limit = Math.min(limit + rowsAPage, MOST_ROWS);
      return list.refresh();
    },
  };
}

const MOST_ROWS = 1000;

export function loaded<Value>(fetchValue: () => Promise<Value>): Loaded<Value> {
  const value = signal<Value | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  let running: Promise<void> | undefined;
  let again = false;

  const ask = async (): Promise<void> => {
    do {
      again = false;
      try {
        value.value = await fetchValue();
        problem.value = undefined;
      } catch (error) {
        problem.value = error instanceof Error ? error.message : String(error);
      }
    } while (again);
    running = undefined;
  };

  return {
    value,
    problem,
    refresh: () => {
      if (running === undefined) running = ask();
      else again = true;
      return running;
    },
    put: (newer) => {
      value.value = newer;
      problem.value = undefined;
    },
  };
}
