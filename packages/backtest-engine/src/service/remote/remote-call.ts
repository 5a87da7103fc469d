/** Requests to another role of the service, and the error of one that is away. */

import { hasCode, systemClock, type Bus } from "@bourse/kernel";

/** Longest wait for an answer, number of trials of a call that may be repeated, and the wait between them. */
export interface RemoteLimits {
  readonly timeoutMilliseconds: number;
  readonly trials: number;
}

/** Wait in milliseconds before a call is repeated: a process that is replaced is back by then. */
const BETWEEN = 1000;

/**
 * Calls a method of a service. `away` makes the error that a caller gets when nobody answers; a service's own refusal
 * comes as it is.
 */
export async function callRemote<Reply>(
  bus: Bus,
  service: string,
  method: string,
  payload: unknown,
  { timeoutMilliseconds, trials }: RemoteLimits,
  away: (cause: unknown) => Error,
  signal?: AbortSignal,
): Promise<Reply> {
  const options = { timeoutMilliseconds, ...(signal !== undefined && { signal }) };
  for (let trial = 1; ; trial++) {
    try {
      return await bus.request<Reply>(service, method, payload, options);
    } catch (error) {
      if (!hasCode(error, "BUS_NO_RESPONDER", "BUS_TIMEOUT", "BUS_UNAVAILABLE")) throw error;
      if (trial >= trials) throw away(error);
      await systemClock.sleep(BETWEEN, signal);
    }
  }
}
