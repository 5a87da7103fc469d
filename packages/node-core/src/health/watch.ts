/** Work that recurs: each piece at its own interval, none twice at a time, none that fails ends the watch. */

import { pauseInBackground, type Clock } from "@bourse/kernel";

export interface Watch {
  start(): void;
  stop(): Promise<void>;
}

export interface Duty {
  readonly everyMilliseconds: number;
  readonly run: () => void | Promise<void>;
}

export function createWatch(
  clock: Clock,
  duties: readonly Duty[],
  onError: (error: unknown) => void,
): Watch {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const keep = async ({ everyMilliseconds, run }: Duty): Promise<void> => {
    do {
      try {
        await run();
      } catch (error) {
        onError(error);
      }
    } while (await pauseInBackground(clock, everyMilliseconds, stopping.signal));
  };

  return Object.freeze({
    start: () => {
      running ??= Promise.all(duties.map(keep)).then(() => undefined);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  });
}
