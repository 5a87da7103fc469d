/** One JSON-RPC endpoint: calls in, outcomes out, faults of transport told apart from the answers of the chain. */
import { NodeError } from "../../errors.ts";
import type { RpcCall, RpcOutcome } from "../port.ts";

/** Function that sends a request; the global `fetch` fits. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The endpoint did not do its part: another one may. Its message holds neither path nor query, where keys are. */
export class EndpointFault extends Error {
  /** The endpoint answered, as another chain. */
  readonly otherChain: boolean;

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly otherChain?: boolean } = {},
  ) {
    super(message, { cause: options.cause });
    this.otherChain = options.otherChain ?? false;
  }
}

/** Many endpoints take no more calls in one request. */
const BATCH_LIMIT = 100;

/** Time for which an endpoint's chain id is believed: a proxy may turn to another chain without a fault. */
const VERIFIED_MILLISECONDS = 60_000;

/** Codes by which endpoints say "too much" or "not now". */
const BUSY = new Set([-32005, -32097, 429]);

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
  #batches = true;

  constructor(
    url: string,
    chainId: number,
    fetch: Fetch,
    timeoutMilliseconds: number,
    monotonic: () => number,
  ) {
    this.#monotonic = monotonic;
    const { username, password, host } = new URL(url);
    const bare = new URL(url);
    bare.username = "";
    bare.password = "";
    this.host = host;
    this.#url = bare.href;
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = {
      "content-type": "application/json",
      ...(username === "" ? {} : { authorization: `Basic ${btoa(credentials)}` }),
    };
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
      const outcomes: RpcOutcome[] = [];
      for (let from = 0; from < calls.length; from += BATCH_LIMIT) {
        outcomes.push(...(await this.#some(calls.slice(from, from + BATCH_LIMIT), signal)));
      }
      return outcomes;
    } catch (error) {
      // Whoever stands there after a fault may be another one.
      this.#verifiedAt = null;
      signal?.throwIfAborted();
      throw error;
    }
  }

  async #verify(signal: AbortSignal | undefined): Promise<void> {
    const outcome = (await this.#post([{ method: "eth_chainId", params: [] }], signal))?.[0];
    const found = outcome !== undefined && "result" in outcome ? Number(outcome.result) : NaN;
    if (found !== this.#chainId) {
      const said = Number.isNaN(found) ? "an unknown chain" : `chain ${found}`;
      throw new EndpointFault(`${this.host} is of ${said}`, { otherChain: true });
    }
  }

  async #some(calls: readonly RpcCall[], signal: AbortSignal | undefined): Promise<RpcOutcome[]> {
    if (calls.length > 1 && !this.#batches) return this.#oneByOne(calls, signal);
    const outcomes = await this.#post(calls, signal);
    if (outcomes !== undefined) return outcomes;
    this.#batches = false;
    return this.#oneByOne(calls, signal);
  }

  async #oneByOne(
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcOutcome[]> {
    const all = await Promise.all(calls.map((call) => this.#post([call], signal)));
    return all.flatMap((outcomes) => outcomes ?? []);
  }

  /** Undefined when the endpoint takes no batches. */
  async #post(
    calls: readonly RpcCall[],
    signal: AbortSignal | undefined,
  ): Promise<RpcOutcome[] | undefined> {
    const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
    const answer = await this.#exchange(bodies.length === 1 ? bodies[0] : bodies, signal);
    if (bodies.length > 1 && !Array.isArray(answer)) return undefined;
    const replies = new Map<unknown, Reply>();
    for (const reply of (Array.isArray(answer) ? answer : [answer]) as unknown[]) {
      if (typeof reply === "object" && reply !== null) replies.set((reply as Reply).id, reply);
    }
    return calls.map((_, id) => this.#outcome(replies.get(id)));
  }

  #outcome(reply: Reply | undefined): RpcOutcome {
    if (reply?.error !== undefined && reply.error !== null) {
      const { code = 0, message = "no reason given", data } = reply.error as RpcFault;
      if (BUSY.has(code)) throw new EndpointFault(`${this.host} is busy: ${message.slice(0, 200)}`);
      const error = new NodeError("CHAIN_REJECTED", String(message).slice(0, 300), {
        details: { code, ...(typeof data === "string" ? { data } : {}) },
      });
      return { error };
    }
    if (reply === undefined || !("result" in reply)) {
      throw new EndpointFault(`${this.host} left a call without an answer`);
    }
    return { result: reply.result };
  }

  async #exchange(body: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    const deadline = AbortSignal.timeout(this.#timeoutMilliseconds);
    try {
      const response = await this.#fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body: JSON.stringify(body),
        redirect: "error",
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      if (response.status >= 500 || [401, 403, 404, 429].includes(response.status)) {
        await response.body?.cancel();
        throw new EndpointFault(`${this.host} answered with status ${response.status}`);
      }
      return await response.json();
    } catch (cause) {
      if (cause instanceof EndpointFault) throw cause;
      const late = deadline.aborted
        ? `did not answer within ${this.#timeoutMilliseconds} ms`
        : "cannot be reached";
      throw new EndpointFault(`${this.host} ${late}`, { cause });
    }
  }
}

interface Reply {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

interface RpcFault {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}
