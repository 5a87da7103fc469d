import type { Address } from "../../address.ts";
import type { Peer } from "../port.ts";

/** Time for which a peer counts as seen. */
const SEEN_MILLISECONDS = 300_000;
/** The success rate is of this many tries, the newest ones. */
const TRIES_KEPT = 20;
/** Fewer tries say nothing about a peer. */
const TRIES_NEEDED = 3;

/** Record of one peer, and the rules that make it healthy. */
export class KnownPeer {
  readonly nodeId: string;
  readonly address: Address;
  multiaddrs: readonly string[];
  /** Unix milliseconds. */
  lastSeen: number | null;
  latencyMilliseconds: number | null = null;
  connected = false;
  /** Health as last reported; null before the first connection. */
  toldHealthy: boolean | null = null;
  /** The connection was lost, or never made, and a dial has failed since. */
  #unreachable = false;
  readonly #tries: boolean[] = [];

  constructor(
    nodeId: string,
    address: Address,
    multiaddrs: readonly string[],
    lastSeen: number | null,
  ) {
    this.nodeId = nodeId;
    this.address = address;
    this.multiaddrs = multiaddrs;
    this.lastSeen = lastSeen;
  }

  seen(now: number): void {
    this.lastSeen = now;
    this.#unreachable = false;
  }

  /** A dial, a probe or an exchange with the peer came off or did not. */
  tried(success: boolean): void {
    this.#tries.push(success);
    if (this.#tries.length > TRIES_KEPT) this.#tries.shift();
    if (!success && !this.connected) this.#unreachable = true;
  }

  successRate(): number | null {
    if (this.#tries.length === 0) return null;
    return this.#tries.filter(Boolean).length / this.#tries.length;
  }

  /**
   * Seen in the last 300 s and (success rate > 0.5 or fewer than 3 tries); and never while it is known to be out of
   * reach, so that a peer that died is told within seconds and not after 300.
   */
  isHealthy(now: number): boolean {
    if (this.lastSeen === null || now - this.lastSeen > SEEN_MILLISECONDS || this.#unreachable) {
      return false;
    }
    return this.#tries.length < TRIES_NEEDED || (this.successRate() ?? 0) > 0.5;
  }

  toPeer(now: number): Peer {
    return Object.freeze({
      nodeId: this.nodeId,
      address: this.address,
      healthy: this.isHealthy(now),
      connected: this.connected,
      lastSeen: this.lastSeen,
      latencyMilliseconds: this.latencyMilliseconds,
      successRate: this.successRate(),
      multiaddrs: this.multiaddrs,
    });
  }
}
