/** One JSON-RPC endpoint: calls in, outcomes out, faults of transport told apart from the answers of the chain. */
import { splitLogin, type Clock } from "@bourse/kernel";

import { NodeError } from "../../errors.ts";
import type { RpcCall, RpcOutcome } from "../port.ts";
import { BatchSize } from "./batch-size.ts";
import { isBatchRefusal, isOfChain, isUnserved, type RpcFault } from "./endpoint-refusal.ts";
import { endpointWords } from "./endpoint-words.ts";

/** Function that sends a request; the global `fetch` fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The endpoint did not do its part: another one may. Its message holds neither path nor query, where keys are. */
export class EndpointFault extends Error {
  /** The endpoint answered, as another chain. */
  readonly otherChain: boolean;
  /** The endpoint did not answer in time. */
  readonly isLate: boolean;

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly otherChain?: boolean;
      readonly isLate?: boolean;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.otherChain = options.otherChain ?? false;
    this.isLate = options.isLate ?? false;
  }
}

/** Time for which an endpoint's chain id is believed: a proxy may turn to another chain without a fault. */
const VERIFIED_MILLISECONDS = 60_000;

/** Settings of an endpoint. */
interface EndpointOptions {
  readonly chainId: number;
  readonly fetch: Fetch;
  readonly timeoutMilliseconds: number;
  /** Maximum number of calls in one request. */
  readonly batchSize: number;
  readonly clock: Pick<Clock, "monotonic">;
}

export class Endpoint {
  readonly host: string;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: Fetch;
  readonly #chainId: number;
  readonly #timeoutMilliseconds: number;
  readonly #monotonic: () => number;
  /** Monotonic milliseconds; null when its chain is to be asked for. */
  #verifiedAt: number | null = null;
  readonly #batchSize: BatchSize;

  constructor(
    url: string,
    { batchSize, chainId, clock, fetch, timeoutMilliseconds }: EndpointOptions,
  ) {
    const monotonic = (): number => clock.monotonic();
    this.#batchSize = new BatchSize(batchSize, monotonic);
    this.#monotonic = monotonic;
    const { url: bare, headers } = splitLogin(url);
    this.host = new URL(bare).host;
    this.#url = bare;
    this.#headers = { "content-type": "application/json", ...headers };
    this.#fetch = fetch;
    this.#chainId = chainId;
    this.#timeoutMilliseconds = timeoutMilliseconds;
  }

  /** @throws EndpointFault, or the signal's reason */
  async ask(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcOutcome[]> {
    try {
      const now = this.#monotonic();
      if (this.#verifiedAt === null || now - this.#verifiedAt >= VERIFIED_MILLISECONDS) {
        await this.#verify(signal);
        this.#verifiedAt = now;
      }
      return await this.#inPieces(calls, signal);
    } catch (error) {
      // Whoever stands there after a fault may be another one.
      this.#verifiedAt = null;
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #verify(signal: AbortSignal | undefined): Promise<void> {
    const [outcome] = await this.#post([{ method: "eth_chainId", params: [] }], signal);
    const found = outcome !== undefined && "result" in outcome ? Number(outcome.result) : NaN;
    if (found !== this.#chainId) {
      const said = Number.isNaN(found) ? "an unknown chain" : `chain ${found}`;
      throw new EndpointFault(`${this.host} is of ${said}`, { otherChain: true });
    }
  }

  /** Asks in pieces of the size that the endpoint takes, one after the other, so that answers keep their order. */
  async #inPieces(
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcOutcome[]> {
    const outcomes: RpcOutcome[] = [];
    let size = this.#batchSize.now();
    let isSmaller = false;
    while (outcomes.length < calls.length) {
      const piece = calls.slice(outcomes.length, outcomes.length + size);
      const answered = await this.#piece(piece, signal);
      if (typeof answered !== "string") {
        outcomes.push(...answered);
        continue;
      }
      size = this.#batchSize.below(piece.length, answered);
      isSmaller = true;
    }
    // Where calls fail one by one as they did together, it was not for their number.
    if (isSmaller && outcomes.some((one) => "result" in one)) this.#batchSize.remember(size);
    return outcomes;
  }

  /** The outcomes, or the endpoint's words when it may take fewer calls in a request. */
  async #piece(
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcOutcome[] | string> {
    if (calls.length === 1) return this.#post(calls, signal);
    try {
      const outcomes = await this.#post(calls, signal);
      const refusal = outcomes.find((one) => isBatchRefusal(one, outcomes));
      return refusal !== undefined && "error" in refusal ? refusal.error.message : outcomes;
    } catch (error) {
      if (!(error instanceof EndpointFault) || signal?.aborted) throw error;
      if (!error.isLate) return error.message;
      // Asking again would take as long: the next request is smaller.
      this.#batchSize.remember(this.#batchSize.below(calls.length, ""));
      throw error;
    }
  }

  async #post(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcOutcome[]> {
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const { answer, status } = await this.#exchange(
      bodies.length === 1 ? bodies[0] : bodies,
      signal,
    );
    const isWhole = bodies.length > 1 && !Array.isArray(answer);
    if (isWhole) throw new EndpointFault(`${this.host} takes no such batch: ${wordsIn(answer)}`);
    const replies = new Map<unknown, Reply>();
    for (const reply of (Array.isArray(answer) ? answer : [answer]) as unknown[]) {
      if (typeof reply === "object" && reply !== null) replies.set((reply as Reply).id, reply);
    }
    const only = calls.length === 1 ? [...replies.values()][0] : undefined;
    return calls.map((call, id) => this.#outcome(call, replies.get(id) ?? only, status));
  }

  #outcome({ method }: RpcCall, reply: Reply | undefined, status: number): RpcOutcome {
    if (reply?.error !== undefined && reply.error !== null) {
      const { code = 0, message = "no reason given", data } = reply.error as RpcFault;
      const error = new NodeError("CHAIN_REJECTED", String(message).slice(0, 300), {
        details: { code, ...(typeof data === "string" ? { data } : {}) },
      });
      if (isUnserved(status, code) && !isOfChain(method, error)) {
        throw new EndpointFault(`${this.host} is busy: ${endpointWords(error.message)}`);
      }
      return { error };
    }
    if (reply === undefined || !("result" in reply)) {
      throw new EndpointFault(`${this.host} left a call without an answer`);
    }
    return { result: reply.result };
  }

  async #exchange(
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly answer: unknown; readonly status: number }> {
    const deadline = AbortSignal.timeout(this.#timeoutMilliseconds);
    try {
      const response = await this.#fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body: JSON.stringify(body),
        redirect: "error",
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      const { ok, status } = response;
      const text = await response.text();
      const answer = ok ? (JSON.parse(text) as unknown) : refusalIn(text);
      if (answer !== undefined) return { answer, status };
      throw new EndpointFault(`${this.host} answered with status ${status}`);
    } catch (cause) {
      if (cause instanceof EndpointFault) throw cause;
      const isLate = deadline.aborted;
      const what = isLate
        ? `did not answer within ${this.#timeoutMilliseconds} ms`
        : "cannot be reached";
      throw new EndpointFault(`${this.host} ${what}`, { cause, isLate });
    }
  }
}

/** The JSON-RPC answer in the body of an HTTP error; undefined when there is none. */
function refusalIn(text: string): unknown {
  try {
    const answer = JSON.parse(text) as unknown;
    const [first] = (Array.isArray(answer) ? answer : [answer]) as unknown[];
    return typeof (first as Reply | null)?.error === "object" ? answer : undefined;
  } catch {
    return undefined;
  }
}

function wordsIn(answer: unknown): string {
  const { error } = (answer ?? {}) as Reply;
  return endpointWords(String((error as RpcFault | undefined)?.message ?? "no reason given"));
}

interface Reply {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}
