/** Faults that a mock puts in an operation's way, on purpose. */

import {
  booleanOption,
  integerOption,
  KernelError,
  numberOption,
  optional,
  resolveOptions,
  textOption,
  type OptionRules,
} from "@bourse/kernel";

/**
 * A fault of one operation, of at least one kind. Several kinds apply in the order latency, network, malformed, status.
 */
export interface Fault {
  /** Milliseconds that the request waits before anything else, at least 0. */
  readonly latencyMilliseconds?: number;
  /** The connection breaks: `fetch` rejects. The service has not seen the request. */
  readonly network?: boolean;
  /** The service does its work, but half of its answer's body is lost. */
  readonly malformed?: boolean;
  /** HTTP status of an error in the API's format, 400–599. The service has not seen the request. */
  readonly status?: number;
  /** Error code of a fault with `status`. Default: the operation's own code of that status, else HTTP_<status>. */
  readonly code?: string;
  /** Retry-After of a fault with `status`, in seconds, at least 0. Default: none. */
  readonly retryAfterSeconds?: number;
  /** Number of requests that the fault meets, at least 1. Default: all until `reset`. */
  readonly times?: number;
}

type GivenFault = { readonly [Key in keyof Fault]-?: Fault[Key] | undefined };

const RULES: OptionRules<GivenFault> = {
  latencyMilliseconds: optional(numberOption({ min: 0 })),
  network: optional(booleanOption()),
  malformed: optional(booleanOption()),
  status: optional(integerOption({ min: 400, max: 599 })),
  code: optional(textOption()),
  retryAfterSeconds: optional(numberOption({ min: 0 })),
  times: optional(integerOption({ min: 1 })),
};

/**
 * Checks what a test wants.
 *
 * @throws KernelError OPTION_INVALID: an unknown or unfit member, or a fault without effect
 */
export function checkFault(key: string, given: Fault): void {
  const owner = `fault of ${key}`;
  const fault = resolveOptions<GivenFault>(owner, given, RULES);
  const { latencyMilliseconds, network, malformed, status } = fault;
  if (latencyMilliseconds === undefined && !network && !malformed && status === undefined) {
    const text = `${owner}: it does nothing; give it latencyMilliseconds, network, malformed or status.`;
    throw new KernelError("OPTION_INVALID", text, { details: { owner } });
  }
  if (status !== undefined) return;
  for (const option of ["code", "retryAfterSeconds"] as const) {
    if (fault[option] === undefined) continue;
    const text = `${owner}: option "${option}" has an effect only with "status".`;
    throw new KernelError("OPTION_INVALID", text, { details: { owner, option } });
  }
}

/** The faults in waiting, by operation: those of one operation come one after another. */
export class FaultList {
  readonly #waiting = new Map<string, { readonly fault: Fault; left: number }[]>();

  add(key: string, fault: Fault): void {
    const queue = this.#waiting.get(key) ?? [];
    queue.push({ fault: { ...fault }, left: fault.times ?? Number.POSITIVE_INFINITY });
    this.#waiting.set(key, queue);
  }

  /** The fault of the next request, used up by one. */
  take(key: string): Fault | undefined {
    const queue = this.#waiting.get(key);
    const first = queue?.[0];
    if (first === undefined) return undefined;
    first.left -= 1;
    if (first.left <= 0) queue?.shift();
    return first.fault;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
