/**
 * Keeps connections open: it dials known peers with exponential back-off and probes connected ones.
 *
 * There is one entry per target (a peer by its node id, or an initial multiaddr without one), one loop that waits for
 * the next due entry, and a bounded number of concurrent dials and probes.
 */

import { withDeadline } from "@bourse/kernel";

import { WakeSignal } from "../../internal/wake-signal.ts";
import type { PeerBook } from "../books/peer-book.ts";
import type { PeerSettings } from "../options.ts";
import type { Transport } from "../transport.ts";
import type { PeerRequestClient } from "./peer-request-client.ts";

/** Target to stay connected to. */
interface Link {
  /** Node id of the peer; for an initial multiaddr the id that answered there last, null before the first answer. */
  nodeId: string | null;
  /** Initial multiaddr to dial; null for a peer that is known by its node id. */
  readonly multiaddr: string | null;
  /** Time of the next dial or probe on the monotonic clock, in milliseconds. */
  dueAt: number;
  /** Consecutive failed dials. */
  failures: number;
  busy: boolean;
}

const MAX_RUNNING = 16;
/** Back-off after the first failed dial; it doubles with each further one, up to the probe interval. */
const FIRST_DELAY_MILLISECONDS = 500;

/** Dials and probes peers in the background. */
export class ConnectionManager {
  readonly #settings: PeerSettings;
  readonly #transport: Transport;
  readonly #book: PeerBook;
  readonly #client: PeerRequestClient;
  readonly #links = new Map<string, Link>();
  readonly #ended = new AbortController();
  readonly #wakeSignal: WakeSignal;
  #running = 0;
  #looping: Promise<void> | undefined;

  constructor(
    settings: PeerSettings,
    transport: Transport,
    book: PeerBook,
    client: PeerRequestClient,
  ) {
    this.#settings = settings;
    this.#wakeSignal = new WakeSignal(settings.clock);
    this.#transport = transport;
    this.#book = book;
    this.#client = client;
  }

  start(): void {
    this.#looping = this.#loop();
  }

  async stop(): Promise<void> {
    this.#ended.abort(new Error("The peer network was stopped."));
    this.#wakeSignal.wake();
    await this.#looping;
  }

  /** Stays connected to the peer; the first dial is due now. */
  maintain(nodeId: string): void {
    this.#maintain(nodeId, nodeId, null);
  }

  /** Stays connected to whichever peer answers at the multiaddr. */
  maintainAddress(multiaddr: string): void {
    this.#maintain(multiaddr, null, multiaddr);
  }

  /** Schedules a probe of a peer that has connected. */
  connected(nodeId: string): void {
    const link = this.#links.get(nodeId) ?? this.#maintain(nodeId, nodeId, null);
    link.failures = 0;
    this.#schedule(link, this.#probeDelay());
  }

  /** Dials a peer at once whose last connection has closed. */
  disconnected(nodeId: string): void {
    const link = this.#links.get(nodeId);
    if (link !== undefined) this.#schedule(link, 0);
  }

  #maintain(key: string, nodeId: string | null, multiaddr: string | null): Link {
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const dueAt = this.#settings.clock.monotonic();
    const link: Link = { nodeId, multiaddr, dueAt, failures: 0, busy: false };
    this.#links.set(key, link);
    this.#wakeSignal.wake();
    return link;
  }

  async #loop(): Promise<void> {
    while (!this.#ended.signal.aborted) {
      this.#startDue();
      await this.#wakeSignal.wait(this.#untilNext());
    }
  }

  #startDue(): void {
    const now = this.#settings.clock.monotonic();
    for (const [key, link] of this.#links) {
      if (this.#running >= MAX_RUNNING) return;
      if (link.busy || link.dueAt > now) continue;
      if (this.#isUnknown(link)) {
        this.#links.delete(key);
        continue;
      }
      link.busy = true;
      this.#running++;
      void this.#dialOrProbe(link).finally(() => {
        link.busy = false;
        this.#running--;
        this.#wakeSignal.wake();
      });
    }
  }

  /**
   * Milliseconds until the next entry is due, at most one probe interval, because health also changes with time alone.
   */
  #untilNext(): number {
    const now = this.#settings.clock.monotonic();
    let next = now + this.#settings.probeIntervalMilliseconds;
    for (const link of this.#links.values()) if (!link.busy) next = Math.min(next, link.dueAt);
    return this.#running >= MAX_RUNNING
      ? this.#settings.probeIntervalMilliseconds
      : Math.max(0, next - now);
  }

  /** Probes the target when it is connected, dials it otherwise. Never rejects. */
  async #dialOrProbe(link: Link): Promise<void> {
    const { nodeId } = link;
    try {
      if (nodeId !== null && this.#transport.isConnected(nodeId)) {
        // An initial multiaddr is only dialled; its peer has an entry of its own.
        if (link.multiaddr === null) await this.#client.probe(nodeId);
      } else if (this.#mayDial(link)) {
        await this.#dial(link);
      }
      link.failures = 0;
      this.#schedule(link, this.#probeDelay());
    } catch {
      this.#schedule(link, this.#redialDelay(link));
    } finally {
      this.#tellHealth(nodeId);
    }
  }

  #mayDial({ nodeId }: Link): boolean {
    if (nodeId !== null && !this.#client.isTrusted(nodeId)) return false;
    return this.#book.connected().length < this.#settings.maxDialledPeers;
  }

  async #dial(link: Link): Promise<void> {
    if (link.multiaddr === null) {
      if (link.nodeId !== null) await this.#client.dial(link.nodeId, this.#ended.signal);
      return;
    }
    const target = { nodeId: null, multiaddrs: [link.multiaddr] };
    const { clock, dialTimeoutMilliseconds } = this.#settings;
    link.nodeId = await withDeadline(
      { clock, milliseconds: dialTimeoutMilliseconds, signal: this.#ended.signal },
      (signal) => this.#transport.dial(target, signal),
    );
  }

  /** Reports if the peer book has dropped the peer. */
  #isUnknown({ nodeId, multiaddr }: Link): boolean {
    return multiaddr === null && nodeId !== null && this.#book.get(nodeId) === undefined;
  }

  #tellHealth(nodeId: string | null): void {
    const peer = nodeId === null ? undefined : this.#book.get(nodeId);
    if (peer !== undefined) this.#book.tellHealth(peer);
  }

  #probeDelay(): number {
    return this.#settings.probeIntervalMilliseconds * (0.9 + 0.2 * this.#settings.random.next());
  }

  /**
   * Exponential back-off; half of it is jitter, so that two nodes that lost each other do not dial at the same time.
   */
  #redialDelay(link: Link): number {
    const step = Math.min(
      FIRST_DELAY_MILLISECONDS * 2 ** Math.min(link.failures, 20),
      this.#settings.probeIntervalMilliseconds,
    );
    link.failures++;
    return step * (0.5 + 0.5 * this.#settings.random.next());
  }

  #schedule(link: Link, milliseconds: number): void {
    link.dueAt = this.#settings.clock.monotonic() + milliseconds;
    this.#wakeSignal.wake();
  }
}
