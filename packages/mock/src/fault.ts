/** Faults that a mock puts in an operation's way, on purpose. */

/** A fault of one operation. Several kinds apply in the order latency, network, malformed, status. */
export interface Fault {
  /** Before anything else, the request waits that long. */
  readonly latencyMilliseconds?: number;
  /** The connection breaks: `fetch` rejects. The service has not seen the request. */
  readonly network?: boolean;
  /** The service does its work, but half of its answer's body is lost. */
  readonly malformed?: boolean;
  /** An error of that status, in the API's format. The service has not seen the request. */
  readonly status?: number;
  /** Error code of a fault with `status`. Default: the operation's own code of that status, else HTTP_<status>. */
  readonly code?: string;
  /** Retry-After of a fault with `status`, in seconds. */
  readonly retryAfterSeconds?: number;
  /** Number of requests that the fault meets. Default: all until `reset`. */
  readonly times?: number;
}

/** The faults in waiting, by operation: those of one operation come one after another. */
export class FaultList {
  readonly #waiting = new Map<string, { readonly fault: Fault; left: number }[]>();

  add(key: string, fault: Fault): void {
    const queue = this.#waiting.get(key) ?? [];
    queue.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
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
