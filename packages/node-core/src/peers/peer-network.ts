/** The peer network over any transport: see `port.ts` for what it does, `transport.ts` for what it needs. */

import { pauseInBackground, withDeadline } from "@bourse/kernel";

import type { Address } from "../address.ts";
import { NodeError } from "../errors.ts";
import type { Announcement } from "../identity/port.ts";
import { AnnouncementBook } from "./books/announcement-book.ts";
import type { AnnouncementCheck } from "./books/announcement-check.ts";
import { PeerBook } from "./books/peer-book.ts";
import { AnnounceExchange } from "./exchange/announce-exchange.ts";
import { ConnectionManager } from "./exchange/connection-manager.ts";
import { ownAnnouncement } from "./exchange/own-announcement.ts";
import { PeerRequestClient, unreachable } from "./exchange/peer-request-client.ts";
import { Resolver } from "./exchange/resolver.ts";
import { ShareExchange, type ShareHandler } from "./exchange/share-exchange.ts";
import type { PeerSettings } from "./options.ts";
import type { Peer, PeerEvent, PeerLink, PeerNetwork, ShareAnswer } from "./port.ts";
import { ANNOUNCE_PROTOCOL, SHARE_PROTOCOL } from "./protocol.ts";
import type { Transport, TransportEvents } from "./transport.ts";
import { encodeAnnouncement } from "./wire/announcement-record.ts";

/** Interval at which the own announcement is maintained, in milliseconds: renewed, and put into the directory again. */
const UPKEEP_MILLISECONDS = 3_600_000;
const DIRECTORY_PUT_MILLISECONDS = 30_000;

/**
 * Creates the peer network over a transport: announcements, health, retries and rate limits are the same on every
 * engine. It is created stopped; `start` starts the transport too.
 */
export function createPeerNetwork(
  settings: PeerSettings,
  transport: Transport,
  check: AnnouncementCheck,
): PeerNetwork {
  return new TransportPeerNetwork(settings, transport, check);
}

const LONGEST_VERSION = 100;

/** The version is the peer's own word: nothing in it may disturb a log or a page. */
function printable(link: PeerLink | null): PeerLink | null {
  if (link === null || link.version === null) return link;
  const version = link.version.replaceAll(/[^\u0020-\u007e]/gu, "").slice(0, LONGEST_VERSION);
  return { ...link, version: version === "" ? null : version };
}

class TransportPeerNetwork implements PeerNetwork {
  readonly nodeId: string;
  readonly #settings: PeerSettings;
  readonly #transport: Transport;
  readonly #listeners = new Set<(event: PeerEvent) => void>();
  readonly #book: PeerBook;
  readonly #announcements: AnnouncementBook;
  readonly #client: PeerRequestClient;
  readonly #connections: ConnectionManager;
  readonly #announcing: AnnounceExchange;
  readonly #sharing: ShareExchange;
  readonly #resolver: Resolver;
  readonly #ended = new AbortController();
  #upkeep: Promise<void> = Promise.resolve();
  #state: "new" | "running" | "stopped" = "new";

  constructor(settings: PeerSettings, transport: Transport, check: AnnouncementCheck) {
    const emit = (event: PeerEvent): void => this.#emit(event);
    this.nodeId = transport.nodeId;
    this.#settings = settings;
    this.#transport = transport;
    this.#book = new PeerBook(settings, emit);
    this.#announcements = new AnnouncementBook(settings, check);
    this.#client = new PeerRequestClient(settings, transport, this.#book);
    this.#connections = new ConnectionManager(settings, transport, this.#book, this.#client);
    this.#announcing = new AnnounceExchange({
      settings,
      transport,
      client: this.#client,
      peers: this.#book,
      announcements: this.#announcements,
      emit,
      heardOf: (nodeId) => this.#connections.maintain(nodeId),
    });
    this.#sharing = new ShareExchange(settings, this.#client, this.#book);
    this.#resolver = new Resolver(
      settings,
      this.#announcements,
      this.#announcing,
      transport.directory,
    );
  }

  get state(): "running" | "stopped" {
    return this.#state === "running" ? "running" : "stopped";
  }

  async start(): Promise<void> {
    if (this.#state !== "new") {
      throw new Error("A peer network starts once; make a new one to start again.");
    }
    await this.#book.load();
    await this.#announcements.load();
    await this.#announceSelf();
    await this.#transport.start(this.#transportEvents(), {
      [SHARE_PROTOCOL]: this.#sharing.serving(),
      [ANNOUNCE_PROTOCOL]: this.#announcing.serving(),
    });
    this.#state = "running";
    this.#keepInitialPeers();
    for (const nodeId of this.#book.ids()) this.#connections.maintain(nodeId);
    this.#connections.start();
    this.#upkeep = this.#keepAnnounced();
  }

  async stop(): Promise<void> {
    if (this.#state !== "running") {
      this.#state = "stopped";
      return;
    }
    this.#state = "stopped";
    this.#ended.abort(new Error("The peer network was stopped."));
    await this.#connections.stop();
    await this.#upkeep;
    await this.#transport.stop();
    await this.#book.settled();
  }

  multiaddrs(): readonly string[] {
    return this.#transport.multiaddrs();
  }

  peers(): readonly Peer[] {
    if (this.#transport.link === undefined) return this.#book.list();
    return this.#book.list().map((peer) => ({
      ...peer,
      link: peer.connected ? printable(this.#transport.link?.(peer.nodeId) ?? null) : null,
    }));
  }

  traffic(): { readonly sent: number; readonly received: number } {
    return this.#client.traffic();
  }

  async resolve(
    address: Address,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<Announcement | undefined> {
    return this.#resolver.resolve(address, options.signal);
  }

  async sendShare(
    to: Address,
    frame: Uint8Array,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ShareAnswer> {
    const { signal } = options;
    const announcement = await this.#resolver.resolve(to, signal);
    if (announcement === undefined) throw unknownRecipient(to);
    const { peerId } = announcement;
    if (peerId === this.nodeId) throw unreachable(peerId, "it is this very node");
    this.#book.meet(peerId, [], false);
    return this.#sharing.send(peerId, to, frame, signal);
  }

  onShare(handler: ShareHandler): void {
    this.#sharing.setHandler(handler);
  }

  onEvent(listener: (event: PeerEvent) => void): () => void {
    const entry = (event: PeerEvent): void => listener(event);
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  async publish(announcement: Announcement): Promise<boolean> {
    if ((await this.#announcing.take(announcement, null)) !== "new") return false;
    void this.#putIntoDirectory(announcement);
    return true;
  }

  async connect(multiaddr: string): Promise<void> {
    const canonical = this.#transport.canonical(multiaddr, null);
    if (canonical === undefined) throw unreachable(multiaddr, "it is no multiaddr of this network");
    const { clock, dialTimeoutMilliseconds } = this.#settings;
    try {
      await withDeadline(
        { clock, milliseconds: dialTimeoutMilliseconds, signal: this.#ended.signal },
        (signal) => this.#transport.dial({ nodeId: null, multiaddrs: [canonical] }, signal),
      );
    } catch (error) {
      throw unreachable(multiaddr, "it could not be dialled", error);
    }
  }

  #transportEvents(): TransportEvents {
    return {
      admits: (nodeId) => this.#client.admits(nodeId),
      misbehaved: (nodeId) => this.#client.punish(nodeId),
      connected: (nodeId) => this.#connected(nodeId),
      disconnected: (nodeId) => {
        this.#book.setConnected(nodeId, false);
        this.#connections.disconnected(nodeId);
      },
      discovered: (nodeId, multiaddrs) => {
        const good = multiaddrs.flatMap((text) => this.#transport.canonical(text, nodeId) ?? []);
        if (this.#book.meet(nodeId, good, false) !== undefined) this.#connections.maintain(nodeId);
      },
    };
  }

  #connected(nodeId: string): void {
    if (this.#book.meet(nodeId, [], false) === undefined) {
      // No secp256k1 key, so no wallet: such a peer has nothing to say here.
      this.#transport.disconnect(nodeId).catch(this.#settings.onFault);
      return;
    }
    this.#book.setConnected(nodeId, true);
    this.#connections.connected(nodeId);
    this.#resolver.forgetMisses();
    this.#announcing.greet(nodeId).then(
      () => this.#putOwnOnce(),
      // The connection went again, or the peer speaks badly and was punished: the keeper sees to it.
      () => undefined,
    );
  }

  #keepInitialPeers(): void {
    for (const text of this.#settings.initialPeers) {
      const multiaddr = this.#transport.canonical(text, null);
      if (multiaddr === undefined) {
        this.#settings.onFault(unreachable(text, "it is no multiaddr of this network"));
        continue;
      }
      // By its address for ever: what the peer later says of its own addresses may not be where it is found.
      this.#connections.maintainAddress(multiaddr);
    }
  }

  /** Signs, stores and spreads the own announcement when a new one is due. */
  async #announceSelf(): Promise<void> {
    const known = this.#announcements.newest(this.#settings.identity.address);
    const own = await ownAnnouncement(this.#settings, known);
    if (own !== known) await this.#announcing.take(own, null);
  }

  async #keepAnnounced(): Promise<void> {
    const { clock, onFault } = this.#settings;
    while (await pauseInBackground(clock, UPKEEP_MILLISECONDS, this.#ended.signal)) {
      await this.#announceSelf().catch(onFault);
      this.#isPut = false;
      this.#putOwnOnce();
    }
  }

  #isPut = false;

  /** Puts the own announcement into the directory once, when the first peer is connected. */
  #putOwnOnce(): void {
    const own = this.#announcements.newest(this.#settings.identity.address);
    if (this.#isPut || own === undefined) return;
    this.#isPut = true;
    void this.#putIntoDirectory(own);
  }

  /** Never rejects: the directory is the third way to an announcement, after memory and the connected peers. */
  async #putIntoDirectory(announcement: Announcement): Promise<void> {
    const { directory } = this.#transport;
    if (directory === null) return;
    const record = encodeAnnouncement(announcement);
    const { clock } = this.#settings;
    await withDeadline(
      { clock, milliseconds: DIRECTORY_PUT_MILLISECONDS, signal: this.#ended.signal },
      (signal) => directory.put(announcement.address, record, signal),
    ).catch(() => undefined);
  }

  /** A listener that throws is its owner's fault and disturbs nobody else. */
  #emit(event: PeerEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#settings.onFault(error);
      }
    }
  }
}

function unknownRecipient(address: Address): NodeError {
  return new NodeError(
    "RECIPIENT_UNKNOWN",
    `Nobody has announced an encryption key for ${address}, or it is revoked or over. Wait for the recipient's node.`,
    { details: { address } },
  );
}
