/** JSON-RPC 2.0 over several endpoints with fail-over. */
import {
  functionOption,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  type Clock,
  type OptionRule,
} from "@bourse/kernel";

import { NodeError } from "../../errors.ts";
import type { ChainRpc, RpcCall, RpcOutcome } from "../port.ts";
import { Endpoint, EndpointFault, type Fetch } from "./endpoint.ts";

/** Options of {@link createJsonRpc}. */
export interface JsonRpcOptions {
  /** URLs of 1–8 http(s) endpoints, the preferred one first; user name and password become Basic authorization. */
  readonly urls: readonly string[];
  /** Expected chain id; an endpoint of another chain is never used. */
  readonly chainId: number;
  /** Timeout of one request to one endpoint. 100–60,000 ms, default 5000. */
  readonly timeoutMilliseconds?: number;
  /**
   * Maximum number of calls in one request. 1–1000, default 100. An endpoint that refuses so many is asked with fewer,
   * down to single ones, and what it takes is remembered for ten minutes.
   */
  readonly batchSize?: number;
  /** Function that sends the requests. Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** Clock for timers. Default: the system clock. */
  readonly clock?: Clock;
}

/** JSON-RPC access to one chain. */
export interface JsonRpc extends ChainRpc {
  /** Chain id that every endpoint must have. */
  readonly chainId: number;
}

/**
 * Creates JSON-RPC access with fail-over: the working endpoint is kept, and the next one is asked when it fails.
 *
 * @throws KernelError OPTION_INVALID for an invalid or unknown option
 */
export function createJsonRpc(given: JsonRpcOptions): JsonRpc {
  const options = resolveOptions<Required<JsonRpcOptions>>("createJsonRpc", given, {
    urls: urlsOption,
    chainId: integerOption({ min: 1 }),
    timeoutMilliseconds: integerOption({ min: 100, max: 60_000, default: 5_000 }),
    batchSize: integerOption({ min: 1, max: 1000, default: 100 }),
    fetch: functionOption<Fetch>({ default: (url, init) => globalThis.fetch(url, init) }),
    clock: portOption<Clock>(["monotonic"], { default: systemClock }),
  });
  return new FailoverRpc(options);
}

const urlsOption: OptionRule<readonly string[]> = {
  expected: "an array of 1 to 8 http or https addresses",
  accepts: (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= 8 && value.every(isHttpAddress),
  absent: null,
};

function isHttpAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:/.test(value);
}

interface Ranked {
  readonly endpoint: Endpoint;
  failures: number;
  /** Monotonic milliseconds; before that the others are asked first. */
  restsUntil: number;
}

const FIRST_REST_MILLISECONDS = 1_000;
const LONGEST_REST_MILLISECONDS = 30_000;

class FailoverRpc implements JsonRpc {
  readonly chainId: number;
  readonly #ranked: readonly Ranked[];
  readonly #clock: Clock;

  constructor(options: Required<JsonRpcOptions>) {
    this.chainId = options.chainId;
    this.#clock = options.clock;
    this.#ranked = options.urls.map((url) => ({
      endpoint: new Endpoint(url, options),
      failures: 0,
      restsUntil: 0,
    }));
  }

  async request(
    method: string,
    params: readonly unknown[],
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const [outcome] = await this.batch([{ method, params }], options);
    if (outcome === undefined || "error" in outcome)
      throw outcome?.error ?? new Error("no outcome");
    return outcome.result;
  }

  async batch(
    calls: readonly RpcCall[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly RpcOutcome[]> {
    signal?.throwIfAborted();
    if (calls.length === 0) return [];
    const faults: EndpointFault[] = [];
    for (const ranked of this.#inOrder()) {
      try {
        const outcomes = await ranked.endpoint.ask(calls, signal);
        ranked.failures = 0;
        ranked.restsUntil = 0;
        return outcomes;
      } catch (error) {
        if (!(error instanceof EndpointFault)) throw error;
        faults.push(error);
        const rest = FIRST_REST_MILLISECONDS * 2 ** ranked.failures++;
        ranked.restsUntil = this.#clock.monotonic() + Math.min(rest, LONGEST_REST_MILLISECONDS);
      }
    }
    throw this.#unanswered(faults);
  }

  /** Those that rest come last, the one that has rested longest first. */
  #inOrder(): readonly Ranked[] {
    const now = this.#clock.monotonic();
    const until = ({ restsUntil }: Ranked): number => (restsUntil <= now ? 0 : restsUntil);
    return this.#ranked.toSorted((one, other) => until(one) - until(other));
  }

  #unanswered(faults: readonly EndpointFault[]): NodeError {
    const said = faults.map(({ message }) => message).join("; ");
    const answered = faults.filter(({ otherChain }) => otherChain);
    if (answered.length === faults.length) {
      return new NodeError(
        "CHAIN_MISMATCH",
        `Expected endpoints of chain ${this.chainId}, but ${said}. Correct the addresses or the chain id.`,
        { details: { expected: this.chainId } },
      );
    }
    return new NodeError(
      "CHAIN_UNAVAILABLE",
      `No endpoint of chain ${this.chainId} answered: ${said}.`,
      {
        cause: faults.at(-1),
      },
    );
  }
}
