/** `/bourse/announce/1`: who is there, which keys they announce, and passing on what is new. */
import { hasCode } from "@bourse/kernel";

import type { Address } from "../../address.ts";
import type { Announcement } from "../../identity/port.ts";
import type { AnnouncementBook, AnnouncementOutcome } from "../books/announcement-book.ts";
import type { PeerBook } from "../books/peer-book.ts";
import type { PeerSettings } from "../options.ts";
import type { PeerEvent } from "../port.ts";
import {
  ANNOUNCE_PROTOCOL,
  MAX_ANNOUNCE_FRAME_BYTES,
  MAX_ANNOUNCEMENTS_A_MESSAGE,
  MAX_MULTIADDR_LENGTH,
  MAX_MULTIADDRS_A_PEER,
  MAX_PEERS_A_MESSAGE,
} from "../protocol.ts";
import type { RequestHandler, Transport } from "../transport.ts";
import {
  decodeAnnounceAnswer,
  decodeAnnounceRequest,
  encodeAnnounceAnswer,
  encodeAnnounceRequest,
  type AnnounceAnswer,
  type AnnounceRequest,
  type PeerAddresses,
} from "../wire/announce-message.ts";
import { frameError } from "../wire/byte-reader.ts";
import type { PeerRequestClient } from "./peer-request-client.ts";

/** Parts that the exchange is built from. */
export interface AnnounceParts {
  readonly settings: PeerSettings;
  readonly transport: Transport;
  readonly client: PeerRequestClient;
  readonly peers: PeerBook;
  readonly announcements: AnnouncementBook;
  readonly emit: (event: PeerEvent) => void;
  /** A peer that was only heard of until now. */
  readonly heardOf: (nodeId: string) => void;
}

const EMPTY: AnnounceAnswer = { announcements: [], peers: [] };
const TIMEOUT_MILLISECONDS = 10_000;

export class AnnounceExchange {
  readonly #parts: AnnounceParts;

  constructor(parts: AnnounceParts) {
    this.#parts = parts;
  }

  /** Tells a fresh connection what there is and takes in what it tells. @throws NodeError PEER_UNREACHABLE */
  async greet(nodeId: string): Promise<void> {
    const answer = await this.#ask(nodeId, {
      kind: "hello",
      multiaddrs: bounded(this.#parts.transport.multiaddrs()),
      announcements: this.#parts.announcements.latest(MAX_ANNOUNCEMENTS_A_MESSAGE),
    });
    for (const peer of answer.peers) this.#hear(peer);
    await this.#takeAnswered(nodeId, answer.announcements);
  }

  /** Asks connected peers for an address; resolves when each has answered or failed. */
  async find(address: Address, signal: AbortSignal): Promise<void> {
    const asked = this.#parts.settings.random.shuffle(this.#parts.peers.connected()).slice(0, 16);
    await Promise.allSettled(
      asked.map(async ({ nodeId }) => {
        const answer = await this.#ask(nodeId, { kind: "find", address }, signal);
        await this.#takeAnswered(nodeId, answer.announcements, address);
      }),
    );
  }

  /**
   * Takes announcements in and passes on what was new, to everybody but `from`.
   *
   * @throws NodeError FRAME_INVALID for a forged one (the sender has to have checked it); the store's error
   */
  async #takeAll(
    from: string,
    announcements: readonly Announcement[],
    asked?: Address,
  ): Promise<void> {
    for (const announcement of announcements) {
      const outcome = await this.take(announcement, from, asked);
      if (outcome === "forged" || outcome === "malformed") {
        throw frameError("an announcement that its account has not signed");
      }
    }
  }

  /** The same for an answer, whose faults nobody else punishes. */
  async #takeAnswered(
    from: string,
    announcements: readonly Announcement[],
    asked?: Address,
  ): Promise<void> {
    try {
      await this.#takeAll(from, announcements, asked);
    } catch (error) {
      if (hasCode(error, "FRAME_INVALID")) this.#parts.client.punish(from);
      throw error;
    }
  }

  /**
   * Takes one announcement in. `from` is the sending peer, null for a local call; `asked` the address that it was asked
   * for.
   */
  async take(
    announcement: Announcement,
    from: string | null,
    asked?: Address,
  ): Promise<AnnouncementOutcome> {
    const { peers, announcements, emit } = this.#parts;
    // Nothing is checked yet: the announcement may name the node of another account.
    const own = peers.get(announcement.peerId);
    const isConnected = own?.connected === true && own.address === announcement.address;
    const isWanted = from === null || announcement.address === asked;
    const origin = { source: from, isProved: isWanted || isConnected };
    const outcome = await announcements.take(announcement, origin);
    if (outcome !== "new") return outcome;
    const taken = announcements.newest(announcement.address) ?? announcement;
    emit({ type: "announced", announcement: taken });
    this.#passOn(taken, from);
    return outcome;
  }

  serving(): RequestHandler {
    return this.#parts.client.serving(MAX_ANNOUNCE_FRAME_BYTES, async (nodeId, bytes) =>
      encodeAnnounceAnswer(await this.#answer(nodeId, decodeAnnounceRequest(bytes))),
    );
  }

  async #answer(nodeId: string, request: AnnounceRequest): Promise<AnnounceAnswer> {
    const { announcements } = this.#parts;
    if (request.kind === "find") {
      const found = announcements.newest(request.address);
      return { ...EMPTY, announcements: found === undefined ? [] : [found] };
    }
    if (request.kind === "news") {
      await this.#takeAll(nodeId, request.announcements);
      return EMPTY;
    }
    this.#introduce(nodeId, request.multiaddrs);
    const answer = {
      announcements: announcements.latest(MAX_ANNOUNCEMENTS_A_MESSAGE),
      peers: this.#reachablePeers(nodeId),
    };
    await this.#takeAll(nodeId, request.announcements);
    return answer;
  }

  /** Announcement of a peer about itself, which replaces what others said of it. */
  #introduce(nodeId: string, multiaddrs: readonly string[]): void {
    const { peers, transport } = this.#parts;
    peers.meet(nodeId, canonicalOf(transport, { nodeId, multiaddrs }), true);
  }

  #hear(peer: PeerAddresses): void {
    const { peers, transport, heardOf } = this.#parts;
    const isNew = peers.get(peer.nodeId) === undefined;
    const multiaddrs = canonicalOf(transport, peer);
    if (multiaddrs.length === 0) return;
    if (peers.meet(peer.nodeId, multiaddrs, false) !== undefined && isNew) heardOf(peer.nodeId);
  }

  /** Only what is healthy and connected here is worth a stranger's dial. */
  #reachablePeers(asker: string): PeerAddresses[] {
    const others = this.#parts.peers
      .connected()
      .filter((peer) => peer.nodeId !== asker && peer.multiaddrs.length > 0);
    return this.#parts.settings.random
      .shuffle(others)
      .slice(0, MAX_PEERS_A_MESSAGE)
      .map(({ nodeId, multiaddrs }) => ({ nodeId, multiaddrs }));
  }

  #passOn(announcement: Announcement, except: string | null): void {
    for (const { nodeId } of this.#parts.peers.connected()) {
      if (nodeId === except) continue;
      // Who misses it hears it on the next greeting, or asks; a failure is in the books already.
      this.#ask(nodeId, { kind: "news", announcements: [announcement] }).catch(() => undefined);
    }
  }

  #ask(nodeId: string, request: AnnounceRequest, signal?: AbortSignal): Promise<AnnounceAnswer> {
    return this.#parts.client.request(
      nodeId,
      ANNOUNCE_PROTOCOL,
      encodeAnnounceRequest(request),
      decodeAnnounceAnswer,
      {
        maxAnswerBytes: MAX_ANNOUNCE_FRAME_BYTES,
        timeoutMilliseconds: TIMEOUT_MILLISECONDS,
        signal,
      },
    );
  }
}

function canonicalOf(transport: Transport, { nodeId, multiaddrs }: PeerAddresses): string[] {
  return multiaddrs.flatMap((multiaddr) => transport.canonical(multiaddr, nodeId) ?? []);
}

function bounded(multiaddrs: readonly string[]): readonly string[] {
  return multiaddrs
    .filter((multiaddr) => multiaddr.length <= MAX_MULTIADDR_LENGTH)
    .slice(0, MAX_MULTIADDRS_A_PEER);
}
