// Places stay within the batches, so `!` only satisfies the type checker.

/** Trial after trial in batches, each chosen by those before: the part of a sweep that remembers and stops early. */

import type { Clock } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { PACKED_METRICS, unpackMetrics } from "../metrics/packed-metrics.ts";
import { isBelowMedian, type EarlyStopping } from "./early-stopping.ts";
import type { RunBatch } from "./run-batch.ts";
import type { Combination, Point, SearchSpace } from "./search-space.ts";
import type { StudyEntry, StudyJournal } from "./study-journal.ts";
import { rankedBy, type SweepMetric } from "./sweep-metric.ts";
import type { JudgedPoint } from "./tpe.ts";
import type { TrialReturns } from "./trial-returns.ts";

type StudyHeader = StudyEntry & { readonly kind: "study" };

/** One trial of a study. */
export type Trial = StudyEntry & { readonly kind: "trial" };

/** A study: where its trials come from, and how they are run and judged. */
export interface StudySetup {
  readonly space: SearchSpace;
  /** Number of trials, those in the journal included. */
  readonly count: number;
  /** Number of trials that know nothing of each other: their choice and their stopping rest on those before alone. */
  readonly batch: number;
  /** Point of the trial of a number; undefined when there is none left. Depends on its arguments alone. */
  readonly suggest: (
    number: number,
    judged: () => readonly JudgedPoint[],
  ) => Promise<Point | undefined>;
  readonly run: RunBatch;
  readonly metric: SweepMetric;
  readonly stopping: Required<EarlyStopping> | undefined;
  readonly journal: StudyJournal | undefined;
  readonly returns: TrialReturns | undefined;
  readonly fingerprint: () => string;
  readonly advance: (count: number) => void;
  readonly clock: Pick<Clock, "monotonic">;
}

/** Number of trials that are run at first before the journal gets them; the least; by how much it may grow at once. */
const STEP = { first: 32, least: 4, growth: 16 } as const;
/** Time in milliseconds that the trials between two writes of the journal should take. */
const BETWEEN_WRITES = 500;

/** Runs the trials that the journal does not have yet, and returns all of them in order. */
export async function runStudy(setup: StudySetup): Promise<readonly Trial[]> {
  const { count, batch, space, journal } = setup;
  const trials = journal === undefined ? [] : [...(await openJournal(journal, setup))];
  if (trials.length > count) trials.length = count;
  setup.advance(trials.length);
  let step: number = STEP.first;
  while (trials.length < count) {
    const first = Math.floor(trials.length / batch) * batch;
    const end = Math.min(count, first + batch, trials.length + step);
    const points: Point[] = [];
    while (trials.length + points.length < end) {
      const point = await setup.suggest(trials.length + points.length, () => [
        ...trials.map((trial, number) => ({
          point: trial.point,
          // A trial of the same batch counts as one whose score is not known, whether it was run before a stop or not.
          score: number < first ? scoreOf(trial, setup.metric) : null,
        })),
        ...points.map((one) => ({ point: one, score: null })),
      ]);
      if (point === undefined) break;
      points.push(point);
    }
    if (points.length === 0) break;
    const started = setup.clock.monotonic();
    const ended = await runTrials(setup, points, trials.slice(0, first), trials.length, space);
    const milliseconds = setup.clock.monotonic() - started;
    const growth = Math.min(STEP.growth, BETWEEN_WRITES / milliseconds);
    step = Math.max(STEP.least, Math.round(points.length * growth));
    await journal?.append(ended);
    for (const trial of ended) trials.push(trial);
  }
  return trials;
}

/** Score of a trial, the higher the better; null for one that was stopped or has none. */
function scoreOf({ metrics, stoppedAt }: Trial, metric: SweepMetric): number | null {
  const value = stoppedAt === null ? rankedBy(metrics, metric) : null;
  return signed(value, metric);
}

function signed(value: number | null, metric: SweepMetric): number | null {
  return value === null || metric !== "maxDrawdown" ? value : -value;
}

/** Runs a batch: part after part of the candles, and the whole for those that were not stopped. */
async function runTrials(
  { run, metric, stopping, advance, returns: kept }: StudySetup,
  points: readonly Point[],
  before: readonly Trial[],
  first: number,
  space: SearchSpace,
): Promise<readonly Trial[]> {
  const runs = points.map((point, k) => ({
    number: first + k,
    point,
    combination: combinationAt(space, point),
    partial: [] as (number | null)[],
    stoppedAt: null as number | null,
    metrics: undefined as Metrics | undefined,
    returns: undefined as string | undefined,
  }));
  for (const [rung, fraction] of [...(stopping?.fractions ?? []), 1].entries()) {
    const going = runs.filter(({ stoppedAt }) => stoppedAt === null);
    if (going.length === 0) break;
    const share = await run(
      going.map(({ combination }) => combination),
      {
        fraction,
        ...(stopping === undefined && { advance }),
        ...(fraction === 1 && kept !== undefined && { stretches: kept.stretches }),
      },
    );
    for (const [k, one] of going.entries()) {
      one.metrics = unpackMetrics(share.figures, k * PACKED_METRICS);
      if (fraction === 1) one.returns = kept?.pack(share, k);
      if (fraction === 1 || stopping === undefined) continue;
      const value = rankedBy(one.metrics, metric);
      one.partial.push(value);
      const isStopped = isBelowMedian(
        signed(value, metric),
        before.map(({ partial }) => signed(partial[rung] ?? null, metric)),
        stopping.startup,
      );
      if (isStopped) one.stoppedAt = fraction;
    }
  }
  if (stopping !== undefined) advance(runs.length);
  return runs.map(({ number, point, partial, stoppedAt, metrics, returns }) => ({
    kind: "trial",
    number,
    point,
    partial,
    stoppedAt,
    metrics: metrics!, // every trial has run on the first part
    ...(returns !== undefined && { returns }),
  }));
}

function combinationAt(space: SearchSpace, point: Point): Combination {
  const found = space.complete(point);
  if (!("fault" in found)) return found;
  throw new EngineError("PARAMETERS_INVALID", `sweep: ${found.fault}.`);
}

/** The trials of a journal, which is begun when it is empty, and anew where it may be. */
async function openJournal(
  journal: StudyJournal,
  { fingerprint }: Pick<StudySetup, "fingerprint">,
): Promise<readonly Trial[]> {
  const [header, ...entries] = await journal.read();
  if (header !== undefined) {
    const trials = entries.filter((entry) => entry.kind === "trial");
    const isWhole =
      header.kind === "study" &&
      trials.length === entries.length &&
      trials.every(({ number }, place) => number === place);
    const fault = isWhole
      ? faultOf(header, fingerprint())
      : "has entries that are not those of a study";
    if (fault === undefined) return trials;
    if (journal.restart === undefined) throw refused(fault);
    await journal.restart();
  }
  // Computed when the entry is read: to hash many candles takes time that a short study has no use for.
  await journal.append([
    {
      kind: "study",
      version: 1,
      get fingerprint() {
        return fingerprint();
      },
    },
  ]);
  return [];
}

function faultOf(header: StudyHeader, own: string): string | undefined {
  if (header.version !== 1) return `has version ${String(header.version)}, expected 1`;
  if (header.fingerprint === own) return undefined;
  return "belongs to another study: the candles, the strategy, the ranges, the options or the search differ. Give the same ones, or another journal";
}

function refused(fault: string): EngineError {
  return new EngineError("OPTIONS_INVALID", `sweep: the journal ${fault}.`, {
    details: { option: "journal" },
  });
}
