/** A sweep in processes, which share no memory: a free one takes a chunk of combinations and answers with figures. */

import type { CombinationsTask } from "@bourse/backtest-engine/research";
import {
  PACKED_METRICS,
  SAMPLE_NUMBERS,
  STRETCH_NUMBERS,
  type SweepShare,
} from "@bourse/backtest-engine/threads";

/** Combinations of a chunk with what they have in common. */
export type ChunkTask = Omit<CombinationsTask, "share">;

/** Figures of a chunk's combinations, as those of a whole sweep. */
export type ChunkRun = Omit<SweepShare, "next" | "stretch">;

/** A process takes this part of its share of what is left, so that the last chunks are as short as a stretch. */
const PART = 2;

/** Runs chunks one after the other until the task has none left, and writes their figures into its share. */
export async function runInChunks(
  { share, ...task }: CombinationsTask,
  processes: number,
  run: (chunk: ChunkTask) => Promise<ChunkRun>,
): Promise<void> {
  const { combinations, optionSets, stretches = [] } = task;
  const left = (): number => combinations.length - Atomics.load(share.next, 0);
  while (left() > 0) {
    const taken = Math.max(share.stretch, Math.ceil(left() / (PART * processes)));
    const from = Atomics.add(share.next, 0, taken);
    const part = [from, Math.min(combinations.length, from + taken)] as const;
    const done = await run({
      ...task,
      combinations: combinations.slice(...part),
      ...(optionSets !== undefined && { optionSets: optionSets.slice(...part) }),
    });
    share.figures.set(done.figures, from * PACKED_METRICS);
    if (stretches.length === 0) continue;
    share.means.set(done.means, from);
    share.samples.set(done.samples, from * SAMPLE_NUMBERS);
    share.sums.set(done.sums, from * stretches.length * STRETCH_NUMBERS);
  }
}
