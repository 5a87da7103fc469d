import { everyDocument } from "@bourse/kernel";

import type { Address } from "../../address.ts";
import { addressOfNodeId } from "../../identity/node-id.ts";
import { knownPeers, type KnownPeerDocument } from "../collections.ts";
import type { PeerSettings } from "../options.ts";
import type { PeerEvent, Peer } from "../port.ts";
import { MAX_MULTIADDRS_A_PEER } from "../protocol.ts";
import { KnownPeer } from "./known-peer.ts";
import { WriteBehind } from "./write-behind.ts";

/** Maximum number of remembered peers; beyond it the one unseen for longest is forgotten, never a connected one. */
const MAX_KNOWN_PEERS = 1000;
/** A peer unseen for so long is not read back at a start. */
const FORGET_MILLISECONDS = 30 * 86_400_000;
/** `lastSeen` alone is written this seldom. */
const SAVE_SEEN_MILLISECONDS = 60_000;

/** Every peer that the node has met or heard of, in memory and behind that in the store. */
export class PeerBook {
  readonly #settings: PeerSettings;
  readonly #emit: (event: PeerEvent) => void;
  readonly #peers = new Map<string, KnownPeer>();
  readonly #savedSeen = new Map<string, number>();
  readonly #writes: WriteBehind<KnownPeerDocument>;

  constructor(settings: PeerSettings, emit: (event: PeerEvent) => void) {
    this.#settings = settings;
    this.#emit = emit;
    this.#writes = new WriteBehind(settings.store, knownPeers, settings.onFault);
  }

  /** Reads what an earlier run has left. */
  async load(): Promise<void> {
    const oldest = this.#settings.clock.now() - FORGET_MILLISECONDS;
    for await (const { value } of everyDocument(this.#settings.store, knownPeers)) {
      const { id, address, multiaddrs, lastSeen } = value;
      if (lastSeen !== null && lastSeen < oldest) this.#writes.delete(id);
      else this.#peers.set(id, new KnownPeer(id, address as Address, multiaddrs, lastSeen));
    }
  }

  get(nodeId: string): KnownPeer | undefined {
    return this.#peers.get(nodeId);
  }

  list(): Peer[] {
    const now = this.#settings.clock.now();
    return [...this.#peers.values()].map((peer) => peer.toPeer(now));
  }

  connected(): KnownPeer[] {
    return [...this.#peers.values()].filter((peer) => peer.connected);
  }

  /** The node ids of all known peers. */
  ids(): string[] {
    return [...this.#peers.keys()];
  }

  /**
   * The peer, remembered from now on. Addresses from the peer itself (`own`) replace what others said; others only
   * fill an empty place. Undefined for the node itself, for an id of no secp256k1 key, and when there is no room.
   */
  meet(nodeId: string, multiaddrs: readonly string[], own: boolean): KnownPeer | undefined {
    const known = this.#peers.get(nodeId);
    if (known === undefined) return this.#add(nodeId, multiaddrs);
    const replaces = multiaddrs.length > 0 && (own || known.multiaddrs.length === 0);
    if (replaces && !sameTexts(known.multiaddrs, multiaddrs)) {
      known.multiaddrs = kept(multiaddrs);
      this.#save(known);
    }
    return known;
  }

  setConnected(nodeId: string, connected: boolean): void {
    const peer = this.#peers.get(nodeId);
    if (peer === undefined || peer.connected === connected) return;
    peer.connected = connected;
    if (connected) {
      peer.seen(this.#settings.clock.now());
      this.#save(peer);
    }
    this.#emit({ type: connected ? "connected" : "disconnected", peer: this.#shown(peer) });
    this.tellHealth(peer);
  }

  /** The peer answered or asked. */
  seen(nodeId: string, latencyMilliseconds?: number): void {
    const peer = this.#peers.get(nodeId);
    if (peer === undefined) return;
    const now = this.#settings.clock.now();
    peer.seen(now);
    if (latencyMilliseconds !== undefined) peer.latencyMilliseconds = latencyMilliseconds;
    if (now - (this.#savedSeen.get(nodeId) ?? 0) >= SAVE_SEEN_MILLISECONDS) this.#save(peer);
    this.tellHealth(peer);
  }

  tried(nodeId: string, success: boolean): void {
    const peer = this.#peers.get(nodeId);
    if (peer === undefined) return;
    peer.tried(success);
    this.tellHealth(peer);
  }

  /** Emits `health` when it is another than the one told last. */
  tellHealth(peer: KnownPeer): void {
    const healthy = peer.isHealthy(this.#settings.clock.now());
    if (peer.toldHealthy === healthy || (peer.toldHealthy === null && !healthy)) return;
    peer.toldHealthy = healthy;
    this.#emit({ type: "health", peer: this.#shown(peer) });
  }

  async settled(): Promise<void> {
    await this.#writes.settled();
  }

  #add(nodeId: string, multiaddrs: readonly string[]): KnownPeer | undefined {
    if (nodeId === this.#settings.identity.nodeId) return undefined;
    const address = addressOfNodeId(nodeId);
    if (address === undefined || !this.#makeRoom()) return undefined;
    const peer = new KnownPeer(nodeId, address, kept(multiaddrs), null);
    this.#peers.set(nodeId, peer);
    this.#save(peer);
    return peer;
  }

  #makeRoom(): boolean {
    if (this.#peers.size < MAX_KNOWN_PEERS) return true;
    let oldest: KnownPeer | undefined;
    for (const peer of this.#peers.values()) {
      if (peer.connected) continue;
      if (oldest === undefined || (peer.lastSeen ?? 0) < (oldest.lastSeen ?? 0)) oldest = peer;
    }
    if (oldest === undefined) return false;
    this.#peers.delete(oldest.nodeId);
    this.#savedSeen.delete(oldest.nodeId);
    this.#writes.delete(oldest.nodeId);
    return true;
  }

  #save(peer: KnownPeer): void {
    this.#savedSeen.set(peer.nodeId, this.#settings.clock.now());
    this.#writes.put({
      id: peer.nodeId,
      address: peer.address,
      multiaddrs: peer.multiaddrs,
      lastSeen: peer.lastSeen,
    });
  }

  #shown(peer: KnownPeer): Peer {
    return peer.toPeer(this.#settings.clock.now());
  }
}

function kept(multiaddrs: readonly string[]): readonly string[] {
  return Object.freeze(multiaddrs.slice(0, MAX_MULTIADDRS_A_PEER));
}

function sameTexts(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((text, place) => text === right[place]);
}
