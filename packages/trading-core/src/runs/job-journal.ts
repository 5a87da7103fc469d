/** The journal of a sweep job: its trials among the work that the job keeps, written at most once a second. */

import type { StudyEntry, StudyJournal } from "@bourse/backtest-engine/research";
import type { Clock } from "@bourse/kernel";

import type { KeptWork } from "../jobs/kept-work.ts";

/** Least time in milliseconds between two parts: a sweep that is over sooner writes none. */
const INTERVAL_MILLISECONDS = 1000;

/** Most bytes of a part, about, which is half of what a store takes. An entry has about a kilobyte, or ten. */
const PART_BYTES = 8_000_000;

/** Candles that a sweep began with; another try reads the same ones. */
interface SweepStart {
  /** Time of reading, milliseconds UTC: the present of a range without an end. */
  readonly readAt: number;
  /** Open of the last candle, milliseconds UTC. */
  readonly lastTimestamp: number;
}

/** A journal whose entries are durable within about a second; those lost before are run again. */
export interface JobJournal extends StudyJournal {
  /** Start of the earlier try whose trials the journal has; undefined without one. */
  readonly start: SweepStart | undefined;
  /** Sets what the entries to come rest on. */
  begin(start: SweepStart): void;
}

/** Opens the journal of a job over the work that its earlier tries kept. */
export async function openJobJournal(
  work: KeptWork,
  clock: Pick<Clock, "monotonic">,
): Promise<JobJournal> {
  const parts = (await work.read()).map(
    (part) => JSON.parse(new TextDecoder().decode(part)) as JournalPart,
  );
  const earlier = parts[0]?.start;
  let start = earlier;
  let waiting: StudyEntry[] = [];
  let writtenAt = clock.monotonic();
  return {
    start: earlier,
    begin(given) {
      start = given;
    },
    read: async () => parts.flatMap(({ entries }) => entries),
    async append(entries) {
      for (const entry of entries) waiting.push(entry);
      if (start === undefined || clock.monotonic() - writtenAt < INTERVAL_MILLISECONDS) return;
      const most = Math.ceil(PART_BYTES / JSON.stringify(waiting.at(-1)).length);
      while (waiting.length > 0) {
        const taken = waiting.slice(0, most);
        const part: JournalPart = { start, entries: taken };
        if (!(await work.keep(new TextEncoder().encode(JSON.stringify(part))))) break;
        waiting = waiting.slice(taken.length);
      }
      writtenAt = clock.monotonic();
    },
    async restart() {
      parts.length = 0;
      waiting = [];
      await work.drop();
    },
  };
}

interface JournalPart {
  readonly start: SweepStart;
  readonly entries: readonly StudyEntry[];
}
