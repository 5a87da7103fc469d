/** The pauses of loops that run beside the program. */

import type { Clock } from "./clock.ts";

/**
 * Pauses a loop that runs in the background, such as a heartbeat: the pause keeps no process alive, so that a program
 * that has nothing else to do ends. Never use it where a caller awaits what comes after the pause: Node.js would leave
 * with exit code 13.
 *
 * Resolves to true after `milliseconds`, to false as soon as the signal is aborted, so that a loop reads
 * `while (await pauseInBackground(clock, 1000, stopping)) …`.
 *
 * @throws KernelError ARGUMENT_INVALID for NaN or an infinity
 */
export async function pauseInBackground(
  clock: Pick<Clock, "sleep">,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await clock.sleep(milliseconds, signal, "background");
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
