/**
 * Keeps the links: dials what is known and not connected with growing rests, probes what is connected.
 *
 * One entry a target (a peer by its node id, or an initial multiaddr that names none), one loop that sleeps until the
 * next one is due, and a bounded number of dials and probes under way.
 */

import { withDeadline } from "@bourse/kernel";

import type { PeerBook } from "../books/peer-book.ts";
import type { PeerSettings } from "../options.ts";
import type { Transport } from "../transport.ts";
import type { PeerLine } from "./peer-line.ts";

/** What is kept linked. */
interface Link {
  /** The node id; of an initial multiaddr without one: who answered there last. */
  nodeId: string | null;
  /** Of an initial multiaddr without a node id. */
  readonly multiaddr: string | null;
  /** On the clock's monotonic scale. */
  dueAt: number;
  /** Dials in a row that failed. */
  failures: number;
  busy: boolean;
}

const MAX_UNDER_WAY = 16;
/** The rest after the first failed dial; doubled after each further one, up to the probe interval. */
const FIRST_REST_MILLISECONDS = 500;

export class LinkKeeper {
  readonly #settings: PeerSettings;
  readonly #transport: Transport;
  readonly #book: PeerBook;
  readonly #line: PeerLine;
  readonly #links = new Map<string, Link>();
  readonly #ended = new AbortController();
  #nap = new AbortController();
  #underWay = 0;
  #looping: Promise<void> | undefined;

  constructor(settings: PeerSettings, transport: Transport, book: PeerBook, line: PeerLine) {
    this.#settings = settings;
    this.#transport = transport;
    this.#book = book;
    this.#line = line;
  }

  start(): void {
    this.#looping = this.#loop();
  }

  async stop(): Promise<void> {
    this.#ended.abort(new Error("The peer network was stopped."));
    this.#nap.abort();
    await this.#looping;
  }

  /** Keeps a link to the peer; due now. */
  keep(nodeId: string): void {
    this.#keep(nodeId, nodeId, null);
  }

  /** Keeps a link to whoever answers there. */
  keepAddress(multiaddr: string): void {
    this.#keep(multiaddr, null, multiaddr);
  }

  /** The peer has connected: the next thing is a probe. */
  connected(nodeId: string): void {
    const link = this.#links.get(nodeId) ?? this.#keep(nodeId, nodeId, null);
    link.failures = 0;
    this.#rest(link, this.#probeRest());
  }

  /** The last connection is gone: it is dialled at once. */
  disconnected(nodeId: string): void {
    const link = this.#links.get(nodeId);
    if (link !== undefined) this.#rest(link, 0);
  }

  #keep(key: string, nodeId: string | null, multiaddr: string | null): Link {
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const dueAt = this.#settings.clock.monotonic();
    const link: Link = { nodeId, multiaddr, dueAt, failures: 0, busy: false };
    this.#links.set(key, link);
    this.#wake();
    return link;
  }

  async #loop(): Promise<void> {
    const { clock } = this.#settings;
    while (!this.#ended.signal.aborted) {
      this.#startDue();
      this.#nap = new AbortController();
      // Aborted by a change: then there may be something to do before the next one is due.
      await clock.sleep(this.#untilNext(), this.#nap.signal).catch(() => undefined);
    }
  }

  #startDue(): void {
    const now = this.#settings.clock.monotonic();
    for (const [key, link] of this.#links) {
      if (this.#underWay >= MAX_UNDER_WAY) return;
      if (link.busy || link.dueAt > now) continue;
      if (this.#isForgotten(link)) {
        this.#links.delete(key);
        continue;
      }
      link.busy = true;
      this.#underWay++;
      void this.#tend(link).finally(() => {
        link.busy = false;
        this.#underWay--;
        this.#wake();
      });
    }
  }

  /** At least once a probe interval, since health also changes by the mere passing of time. */
  #untilNext(): number {
    const now = this.#settings.clock.monotonic();
    let next = now + this.#settings.probeIntervalMilliseconds;
    for (const link of this.#links.values()) if (!link.busy) next = Math.min(next, link.dueAt);
    return this.#underWay >= MAX_UNDER_WAY
      ? this.#settings.probeIntervalMilliseconds
      : Math.max(0, next - now);
  }

  /** Never rejects. */
  async #tend(link: Link): Promise<void> {
    const { nodeId } = link;
    try {
      if (nodeId !== null && this.#transport.isConnected(nodeId)) {
        // An initial address is only there to be dialled; its peer has a link of its own.
        if (link.multiaddr === null) await this.#line.probe(nodeId);
      } else if (this.#mayDial(link)) {
        await this.#dial(link);
      }
      link.failures = 0;
      this.#rest(link, this.#probeRest());
    } catch {
      this.#rest(link, this.#redialRest(link));
    } finally {
      this.#tellHealth(nodeId);
    }
  }

  #mayDial({ nodeId }: Link): boolean {
    if (nodeId !== null && !this.#line.isTrusted(nodeId)) return false;
    return this.#book.connected().length < this.#settings.maxDialledPeers;
  }

  async #dial(link: Link): Promise<void> {
    if (link.multiaddr === null) {
      if (link.nodeId !== null) await this.#line.dial(link.nodeId, this.#ended.signal);
      return;
    }
    const target = { nodeId: null, multiaddrs: [link.multiaddr] };
    const { clock, dialTimeoutMilliseconds } = this.#settings;
    link.nodeId = await withDeadline(
      { clock, milliseconds: dialTimeoutMilliseconds, signal: this.#ended.signal },
      (signal) => this.#transport.dial(target, signal),
    );
  }

  /** The book has made room, and nobody connected since. */
  #isForgotten({ nodeId, multiaddr }: Link): boolean {
    return multiaddr === null && nodeId !== null && this.#book.get(nodeId) === undefined;
  }

  #tellHealth(nodeId: string | null): void {
    const peer = nodeId === null ? undefined : this.#book.get(nodeId);
    if (peer !== undefined) this.#book.tellHealth(peer);
  }

  #probeRest(): number {
    return this.#settings.probeIntervalMilliseconds * (0.9 + 0.2 * this.#settings.random.next());
  }

  /** Half of the step is jitter, so that two nodes that lost each other do not dial in step. */
  #redialRest(link: Link): number {
    const step = Math.min(
      FIRST_REST_MILLISECONDS * 2 ** Math.min(link.failures, 20),
      this.#settings.probeIntervalMilliseconds,
    );
    link.failures++;
    return step * (0.5 + 0.5 * this.#settings.random.next());
  }

  #rest(link: Link, milliseconds: number): void {
    link.dueAt = this.#settings.clock.monotonic() + milliseconds;
    this.#wake();
  }

  #wake(): void {
    this.#nap.abort();
  }
}
