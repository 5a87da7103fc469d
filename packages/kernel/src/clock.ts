/** Time as the packages see it: injected, so that a test can hold it still. */

import { startBackgroundTimer, startTimer } from "@bourse/kernel/platform";

import { checkNumber, refuseArgument } from "./checks.ts";

/** Source of time, injected so that a test can control it. */
export interface Clock {
  /** Returns the current time in milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Returns milliseconds from an arbitrary start that never run backwards; use it for durations only. */
  monotonic(): number;
  /**
   * Resolves after `milliseconds` (0 or less: as soon as possible); rejects with the signal's reason when it is
   * aborted first. The timer keeps the process alive until then, unless it is a `"background"` timer, which is for the
   * loops of {@link pauseInBackground}.
   *
   * @throws KernelError ARGUMENT_INVALID for NaN, an infinity, or a signal that is none
   */
  sleep(milliseconds: number, signal?: AbortSignal, timer?: "background"): Promise<void>;
}

/** System clock. Sleeps may be longer than the 24.8 days that a single timer can hold. */
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: systemSleep,
});

/** The longest delay that `setTimeout` honours; a longer one would fire at once. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

async function systemSleep(
  milliseconds: number,
  signal?: AbortSignal,
  timer?: "background",
): Promise<void> {
  checkSleep(milliseconds, signal, timer);
  const end = performance.now() + milliseconds;
  let left = milliseconds;
  do {
    await oneTimer(Math.min(Math.max(left, 0), LONGEST_TIMER_MILLISECONDS), signal, timer);
    left = end - performance.now();
    // A timer may fire a fraction of a millisecond early; only a chained one is worth another round.
  } while (left >= 1);
}

/** Checks the arguments of a sleep. @throws KernelError ARGUMENT_INVALID */
export function checkSleep(milliseconds: unknown, signal: unknown, timer: unknown): void {
  checkNumber("milliseconds", milliseconds);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuseArgument("signal", "an AbortSignal", signal);
  }
  if (timer !== undefined && timer !== "background") {
    refuseArgument("timer", `"background"`, timer);
  }
}

function oneTimer(
  milliseconds: number,
  signal: AbortSignal | undefined,
  timer: "background" | undefined,
): Promise<void> {
  const start = timer === "background" ? startBackgroundTimer : startTimer;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      stop();
      reject(signal?.reason as Error);
    };
    const stop = start(milliseconds, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
