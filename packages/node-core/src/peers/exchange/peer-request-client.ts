/** Requests to peers for all protocols: byte counters, peer statistics, timeouts and retries. */
import { createRateLimiter, hasCode, withDeadline, type RateLimiter } from "@bourse/kernel";

import { NodeError } from "../../errors.ts";
import type { PeerBook } from "../books/peer-book.ts";
import type { PeerSettings } from "../options.ts";
import type { PeerProtocol } from "../protocol.ts";
import type { RequestHandler, Transport } from "../transport.ts";
import { SendLimiter } from "./send-limiter.ts";

/** Limits of one request. */
export interface ExchangeLimits {
  readonly maxAnswerBytes: number;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to peers and guards the requests that peers send. */
export class PeerRequestClient {
  readonly #settings: PeerSettings;
  readonly #transport: Transport;
  readonly #book: PeerBook;
  readonly #brokenFrames: RateLimiter;
  readonly #requests: RateLimiter;
  readonly #limiter = new SendLimiter();
  #sent = 0;
  #received = 0;

  constructor(settings: PeerSettings, transport: Transport, book: PeerBook) {
    const { clock, brokenFramesPerMinute, requestsPerSecond } = settings;
    this.#settings = settings;
    this.#transport = transport;
    this.#book = book;
    this.#brokenFrames = createRateLimiter({
      limit: brokenFramesPerMinute,
      periodMilliseconds: 60_000,
      clock,
    });
    const burst = Math.min(2 * requestsPerSecond, 1_000_000);
    this.#requests = createRateLimiter({ limit: requestsPerSecond, burst, clock });
  }

  traffic(): { readonly sent: number; readonly received: number } {
    return { sent: this.#sent, received: this.#received };
  }

  /** True while the peer has not used up its allowance of faults. */
  admits(nodeId: string): boolean {
    return this.#brokenFrames.take(nodeId, 0).remaining > 0;
  }

  /** True when the peer has sent no broken frame lately: then the node dials it itself. */
  isTrusted(nodeId: string): boolean {
    const { remaining } = this.#brokenFrames.take(nodeId, 0);
    return remaining === this.#settings.brokenFramesPerMinute;
  }

  /** A broken frame costs the peer its connection and one of a small budget; past that it is not admitted. */
  punish(nodeId: string): void {
    this.#brokenFrames.take(nodeId);
    this.#transport.disconnect(nodeId).catch(this.#settings.onFault);
  }

  /** The peer, connected to. @throws NodeError PEER_UNREACHABLE; the signal's reason */
  async dial(nodeId: string, signal?: AbortSignal): Promise<void> {
    if (this.#transport.isConnected(nodeId)) return;
    const multiaddrs = this.#book.get(nodeId)?.multiaddrs ?? [];
    const { clock, dialTimeoutMilliseconds } = this.#settings;
    try {
      await withDeadline({ clock, milliseconds: dialTimeoutMilliseconds, signal }, (within) =>
        this.#transport.dial({ nodeId, multiaddrs }, within),
      );
      this.#book.tried(nodeId, true);
    } catch (error) {
      signal?.throwIfAborted();
      this.#book.tried(nodeId, false);
      throw unreachable(nodeId, "it could not be dialled", error);
    }
  }

  /**
   * One exchange with a connected peer. A broken answer is punished like a broken request.
   *
   * @throws NodeError PEER_UNREACHABLE; the signal's reason
   */
  async request<T>(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    decode: (answer: Uint8Array) => T,
    limits: ExchangeLimits,
  ): Promise<T> {
    const { maxAnswerBytes, timeoutMilliseconds, signal } = limits;
    const { clock } = this.#settings;
    try {
      const answer = await withDeadline(
        { clock, milliseconds: timeoutMilliseconds, signal },
        (within) =>
          this.#transport.request(nodeId, protocol, request, { maxAnswerBytes, signal: within }),
      );
      this.#sent += request.length;
      this.#received += answer.length;
      const decoded = decode(answer);
      this.#book.seen(nodeId);
      this.#book.tried(nodeId, true);
      return decoded;
    } catch (error) {
      signal?.throwIfAborted();
      if (hasCode(error, "FRAME_INVALID")) this.punish(nodeId);
      this.#book.tried(nodeId, false);
      throw unreachable(nodeId, "the exchange broke off", error);
    }
  }

  /**
   * Sends a request under the send limit, dials first where needed, and repeats it once on a new connection when the
   * first one breaks, because a dead connection may take seconds to be noticed. Connections that were open before the
   * first try are closed then.
   *
   * @throws NodeError PEER_UNREACHABLE; the signal's reason
   */
  async deliver<T>(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    decode: (answer: Uint8Array) => T,
    limits: ExchangeLimits,
  ): Promise<T> {
    return this.#limiter.run(nodeId, request.length, limits.signal, () =>
      this.#requestTwice(nodeId, protocol, request, decode, limits),
    );
  }

  async #requestTwice<T>(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    decode: (answer: Uint8Array) => T,
    limits: ExchangeLimits,
  ): Promise<T> {
    const { clock } = this.#settings;
    const end = clock.monotonic() + limits.timeoutMilliseconds;
    const before = this.#transport.connections(nodeId);
    await this.dial(nodeId, limits.signal);
    try {
      return await this.request(nodeId, protocol, request, decode, limits);
    } catch (error) {
      limits.signal?.throwIfAborted();
      const isOver = clock.monotonic() >= end;
      if (isOver || before.length === 0 || !this.admits(nodeId)) throw error;
      await this.#transport.disconnect(nodeId, before);
      await this.dial(nodeId, limits.signal);
      return await this.request(nodeId, protocol, request, decode, limits);
    }
  }

  /**
   * The round trip of a probe; none while a share is under way, which tells more and may fill the link.
   *
   * @throws NodeError PEER_UNREACHABLE, after closing what connections there were when it began; a later one may carry
   * what the peer has just dialled for
   */
  async probe(nodeId: string): Promise<void> {
    if (this.#limiter.isBusy(nodeId)) return;
    const before = this.#transport.connections(nodeId);
    const { clock, dialTimeoutMilliseconds } = this.#settings;
    try {
      const latency = await withDeadline(
        { clock, milliseconds: dialTimeoutMilliseconds },
        (within) => this.#transport.ping(nodeId, within),
      );
      this.#book.seen(nodeId, latency);
      this.#book.tried(nodeId, true);
    } catch (error) {
      this.#book.tried(nodeId, false);
      if (!this.#limiter.isBusy(nodeId)) await this.#transport.disconnect(nodeId, before);
      throw unreachable(nodeId, "it did not answer a probe", error);
    }
  }

  /** A handler for the engine around `answer`: budgets before, books after, broken frames punished. */
  serving(
    maxRequestBytes: number,
    answer: (nodeId: string, request: Uint8Array) => Promise<Uint8Array>,
  ): RequestHandler {
    const guarded = async (nodeId: string, request: Uint8Array): Promise<Uint8Array> => {
      if (!this.#requests.take(nodeId).allowed) throw new Error("The peer asks too often.");
      this.#received += request.length;
      try {
        const reply = await answer(nodeId, request);
        this.#sent += reply.length;
        this.#book.seen(nodeId);
        return reply;
      } catch (error) {
        if (hasCode(error, "FRAME_INVALID")) this.punish(nodeId);
        throw error;
      }
    };
    return { maxRequestBytes, answer: guarded };
  }
}

/** `reason` completes a sentence. */
export function unreachable(nodeId: string, reason: string, cause?: unknown): NodeError {
  return new NodeError(
    "PEER_UNREACHABLE",
    `Peer ${nodeId} cannot be reached now: ${reason}. Try again later.`,
    { details: { nodeId }, ...(cause === undefined ? {} : { cause }) },
  );
}
