/** Time as the packages see it: injected, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  now(): number;
  /** Milliseconds that never run backwards, for durations only. */
  monotonic(): number;
  /**
   * Resolves after `milliseconds`; rejects with the signal's reason when it is aborted first.
   * The timer never keeps a process alive by itself.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
