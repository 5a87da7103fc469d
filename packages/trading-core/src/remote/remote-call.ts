/** Requests to another role of the service, and the error of one that is away. */

import { hasCode, KernelError, systemClock, type Bus } from "@bourse/kernel";

/** Longest wait for an answer, number of trials of a call that may be repeated, and the wait between them. */
export interface RemoteLimits {
  readonly timeoutMilliseconds: number;
  readonly trials: number;
}

/** Wait in milliseconds before a call is repeated: a process that is replaced is back by then. */
const BETWEEN = 1000;

/**
 * Shape of a service's answer: an object, a list of objects, or whatever it is where nobody reads it. Whoever may write
 * to the bus can answer in a service's place.
 */
export type ReplyShape = "object" | "objects" | "any";

/**
 * Calls a method of a service. `away` makes the error that a caller gets when nobody answers, or with something of
 * another shape; a service's own refusal comes as it is.
 */
export async function callRemote<Reply>(
  bus: Bus,
  service: string,
  { method, payload, reply: shape }: RemoteCall,
  { timeoutMilliseconds, trials }: RemoteLimits,
  away: (cause: unknown) => Error,
  signal?: AbortSignal,
): Promise<Reply> {
  const options = { timeoutMilliseconds, ...(signal !== undefined && { signal }) };
  for (let trial = 1; ; trial++) {
    try {
      const reply = await bus.request<Reply>(service, method, payload, options);
      if (hasShape(reply, shape)) return reply;
      throw away(unreadable(`The answer of the service "${service}" to "${method}"`));
    } catch (error) {
      if (!hasCode(error, "BUS_NO_RESPONDER", "BUS_TIMEOUT", "BUS_UNAVAILABLE")) throw error;
      if (trial >= trials) throw away(error);
      await systemClock.sleep(BETWEEN, signal);
    }
  }
}

/** One call of a method. */
export interface RemoteCall {
  readonly method: string;
  readonly payload: unknown;
  readonly reply: ReplyShape;
}

/** The error of something on the bus that has another shape than its reader expects. */
export function unreadable(what: string): KernelError {
  return new KernelError("BUS_MESSAGE_UNREADABLE", `${what} cannot be read.`);
}

/** True for an object that is no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasShape(reply: unknown, shape: ReplyShape): boolean {
  if (shape === "any") return true;
  return shape === "object" ? isObject(reply) : Array.isArray(reply) && reply.every(isObject);
}
