// Places stay within the lists, so `!` only satisfies the type checker.

/** The trials of a sweep that searches, stops early or keeps a journal, as rows of its grid. */

import type { Clock } from "@bourse/kernel";

import type { Candles } from "../candles/candles.ts";
import type { Stretch } from "../overfitting/stretch-moments.ts";
import { resultHash } from "../result-hash/result-hash.ts";
import type { StrategyDescription } from "../strategy/strategy.ts";
import { engineVersion } from "../version.ts";
import type { Combinations } from "./combinations.ts";
import type { RunBatch } from "./run-batch.ts";
import type { Combination, Point, SearchSpace } from "./search-space.ts";
import type { StudyJournal } from "./study-journal.ts";
import { runStudy, type Trial } from "./study.ts";
import type { OwnOptions } from "./sweep-options.ts";
import type { SweepRow } from "./sweep-row.ts";
import { suggestPoint, type JudgedPoint } from "./tpe.ts";
import { createTrialReturns, type SharedReturns } from "./trial-returns.ts";

/** Number of first trials that `tpe` draws at random. */
const STARTUP = 10;

/** Number of trials that know nothing of each other: few for a search that learns, more for a list that is stopped. */
const BATCH = { tpe: 4, listed: 32 } as const;

/** A search with all that it depends on. */
export interface TrialSearch extends OwnOptions {
  readonly space: SearchSpace;
  /** Combinations to run one after another; undefined for `tpe`. */
  readonly listed: Combinations | undefined;
  readonly count: number;
  readonly journal: StudyJournal | undefined;
  /** Stretches of candles that the assessments of the choice compare; empty without any. */
  readonly stretches: readonly Stretch[];
  readonly runBatch: RunBatch;
  readonly advance: (count: number) => void;
  readonly clock: Pick<Clock, "monotonic">;
  /** Tells whether the rule of a strategy that only the threads have holds. */
  readonly keepsRule: (combination: Combination) => Promise<boolean>;
  /** Everything that the trials' results depend on beside the search's own options. */
  readonly fixed: {
    readonly strategy: StrategyDescription;
    readonly candles: Candles;
    readonly options: object;
    readonly parameters: unknown;
    readonly optionRanges: unknown;
    readonly constraints: unknown;
  };
}

/** Rows of trials in order, and the moments of those that ran to the end; undefined when a trial has none. */
interface FoundTrials {
  readonly rows: readonly SweepRow[];
  readonly returns: SharedReturns | undefined;
}

/** Runs the trials. */
export async function searchTrials(search: TrialSearch): Promise<FoundTrials> {
  const { space, listed, count, journal, runBatch, advance, metric, earlyStopping, clock } = search;
  const { seed = 1 } = search.search ?? {};
  const suggest = async (
    number: number,
    judgedSoFar: () => readonly JudgedPoint[],
  ): Promise<Point | undefined> => {
    if (listed !== undefined) return pointOf(listed.list[number]);
    const judged = judgedSoFar();
    // Points that the threads refuse are forgotten with the trial, so that the next one depends on the trials alone.
    const refused: Point[] = [];
    for (;;) {
      const point = suggestPoint(space, judged, { startup: STARTUP, seed, refused });
      if (point === undefined) return undefined;
      if (await search.keepsRule(space.complete(point) as Combination)) return point;
      refused.push(point);
    }
  };
  const returns = createTrialReturns(search.stretches);
  const trials = await runStudy({
    space,
    count,
    batch: batchOf(search),
    suggest,
    run: runBatch,
    metric,
    stopping: earlyStopping && { fractions: [0.25, 0.5], startup: 10, ...earlyStopping },
    journal,
    returns,
    fingerprint: () => fingerprintOf(search),
    advance,
    clock,
  });
  return {
    rows: trials.map((trial) => rowOf(trial, space)),
    returns: returns?.unpack(trials.filter(({ stoppedAt }) => stoppedAt === null)),
  };
}

function batchOf({ listed, earlyStopping, count }: TrialSearch): number {
  if (listed === undefined) return BATCH.tpe;
  return earlyStopping === undefined ? Math.max(1, count) : BATCH.listed;
}

function pointOf(combination: Combination | undefined): Point | undefined {
  if (combination === undefined) return undefined;
  const { parameters, options = {} } = combination;
  const named = Object.entries(options).map(([name, value]) => [`options.${name}`, value] as const);
  return { ...parameters, ...Object.fromEntries(named) };
}

function rowOf({ point, stoppedAt, metrics }: Trial, space: SearchSpace): SweepRow {
  const combination = space.complete(point) as Combination; // it was complete when it was run
  return { ...combination, ...(stoppedAt !== null && { stoppedAt }), ...metrics };
}

/** A hash of everything that decides which trials come and what they give; how many is not a part of it. */
function fingerprintOf({ fixed, space, search, metric, earlyStopping }: TrialSearch): string {
  const { strategy, candles, options, ...ranges } = fixed;
  const { time, open, high, low, close, volume } = candles;
  // A function can't be told from another: a fee model is the caller's to keep.
  const data = Object.entries(options).filter(
    ([name, value]) => name !== "strategy" && typeof value !== "function",
  );
  return resultHash({
    engineVersion,
    strategy: [strategy.name, strategy.version],
    files: strategy.files, // absent for one that is no file's
    candles: [time, open, high, low, close, volume],
    options: Object.fromEntries(data),
    ...ranges,
    metric,
    method: search?.method ?? "random",
    seed: search?.seed ?? 1,
    // A random search as large as the grid has the grid's order.
    isGrid: search === undefined || search.count >= space.size,
    earlyStopping,
  });
}
