/** The memory of a study: every trial that was run, so that a study that was stopped goes on. */

import type { Metrics } from "../metrics/metrics.ts";
import type { Point } from "./search-space.ts";

/** One entry of a study's journal, plain JSON. */
export type StudyEntry =
  | {
      /** First entry: the study that the trials belong to. */
      readonly kind: "study";
      /** Version of the entries. */
      readonly version: 1;
      /** SHA-256 of the strategy, its version, the candles, the ranges, the options and the search. */
      readonly fingerprint: string;
    }
  | {
      /** A trial that has ended. */
      readonly kind: "trial";
      /** Number of the trial, from 0. */
      readonly number: number;
      /** Values of the trial by parameter; those of options begin with `options.`. */
      readonly point: Point;
      /** Value of the metric on each leading part of the candles that was run; null where it is undefined. */
      readonly partial: readonly (number | null)[];
      /** Fraction of the candles at which the trial was stopped; null when it ran to the end. */
      readonly stoppedAt: number | null;
      /** Metrics of the run, or of the part that it was stopped after. */
      readonly metrics: { readonly [Name in keyof Metrics]: Metrics[Name] };
      /**
       * Moments of the run's returns on the stretches of candles that the sweep's assessments compare: a name of the
       * stretches, a colon, and numbers as little-endian float64 in base64. Absent for a trial that was stopped, and in
       * a sweep that assesses nothing.
       */
      readonly returns?: string;
    };

/** Storage of a study's entries, in which nothing is ever changed: {@link createMemoryJournal}, or a study file. */
export interface StudyJournal {
  /** Returns every entry in order. */
  read(): Promise<readonly StudyEntry[]>;
  /** Adds entries at the end; durable when it resolves. */
  append(entries: readonly StudyEntry[]): Promise<void>;
  /**
   * Drops every entry. A study that finds the entries of another one begins anew in a journal that has this method, and
   * is refused by one that has not.
   */
  restart?(): Promise<void>;
}

/** Creates a journal in memory, for tests and for studies that go on within one process. */
export function createMemoryJournal(): StudyJournal {
  const entries: StudyEntry[] = [];
  return {
    read: async () => [...entries],
    append: async (added) => void entries.push(...structuredClone(added)),
  };
}
