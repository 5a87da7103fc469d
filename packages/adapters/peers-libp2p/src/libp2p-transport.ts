import {
  MAX_MULTIADDR_LENGTH,
  type DialTarget,
  type Directory,
  type PeerLink,
  type PeerProtocol,
  type RequestHandler,
  type Transport,
  type TransportEvents,
} from "@bourse/node-core/transport";
import type { Connection, PeerId, Stream } from "@libp2p/interface";
import { peerIdFromString } from "@libp2p/peer-id";
import { multiaddr, type Multiaddr } from "@multiformats/multiaddr";

import { createHost, type Host, type HostSettings } from "./create-host.ts";
import { kademliaDirectory } from "./directory.ts";
import { asError, BrokenFrame, InboundRoom, readFrame, writeFrame } from "./frame-stream.ts";

export interface Libp2pTransportSettings extends Omit<HostSettings, "admits"> {
  readonly nodeId: string;
  /** Timeout of one inbound request, from its first byte to the end of its answer. */
  readonly exchangeTimeoutMilliseconds: number;
}

/** Maximum concurrent streams per peer and protocol. */
const MAX_INBOUND_STREAMS = 64;
const MAX_OUTBOUND_STREAMS = 256;
const STALL_MILLISECONDS = 30_000;
/** Characters of a peer's version that are kept. */
const LONGEST_VERSION = 200;

/** The transport over libp2p and QUIC. */
export class Libp2pTransport implements Transport {
  readonly nodeId: string;
  readonly directory: Directory;
  readonly #settings: Libp2pTransportSettings;
  readonly #inbound = new InboundRoom();
  /** Peer ids of the connected peers by their text: parsing one decompresses a curve point. */
  readonly #ids = new Map<string, PeerId>();
  /** Versions that the connected peers have named. */
  readonly #versions = new Map<string, string>();
  #host: Host | undefined;
  #events: TransportEvents | undefined;

  constructor(settings: Libp2pTransportSettings) {
    this.nodeId = settings.nodeId;
    this.#settings = settings;
    this.directory = kademliaDirectory(() => this.#host?.services.table);
  }

  async start(
    events: TransportEvents,
    handlers: Readonly<Record<PeerProtocol, RequestHandler>>,
  ): Promise<void> {
    const host = await createHost({
      ...this.#settings,
      admits: (nodeId) => events.admits(nodeId),
    });
    this.#host = host;
    this.#events = events;
    host.addEventListener("peer:connect", ({ detail }) => {
      this.#ids.set(detail.toString(), detail);
      events.connected(detail.toString());
    });
    host.addEventListener("peer:disconnect", ({ detail }) => {
      this.#ids.delete(detail.toString());
      this.#versions.delete(detail.toString());
      events.disconnected(detail.toString());
    });
    host.addEventListener("peer:identify", ({ detail: { peerId, agentVersion } }) => {
      const nodeId = peerId.toString();
      if (agentVersion !== undefined && this.#ids.has(nodeId)) {
        this.#versions.set(nodeId, agentVersion.slice(0, LONGEST_VERSION));
      }
    });
    host.addEventListener("peer:discovery", ({ detail: { id, multiaddrs } }) =>
      events.discovered(id.toString(), multiaddrs.map(String)),
    );
    for (const [protocol, handler] of Object.entries(handlers)) {
      const serve = (stream: Stream, connection: Connection): Promise<void> =>
        this.#serve(handler, stream, connection.remotePeer.toString());
      await host.handle(protocol, serve, { maxInboundStreams: MAX_INBOUND_STREAMS });
    }
    await Promise.resolve(host.start()).catch(listenFault);
    await host.services.table.setMode("server");
  }

  async stop(): Promise<void> {
    await this.#host?.stop();
  }

  multiaddrs(): readonly string[] {
    return this.#host?.getMultiaddrs().map(String) ?? [];
  }

  canonical(text: string, nodeId: string | null): string | undefined {
    const parsed = text.length <= MAX_MULTIADDR_LENGTH ? parsedMultiaddr(text) : undefined;
    if (parsed === undefined) return undefined;
    const parts = parsed.getComponents();
    if (!parts.some(({ name }) => name === "quic-v1")) return undefined;
    const named = parts.at(-1)?.name === "p2p" ? parts.at(-1)?.value : undefined;
    if (nodeId === null || named === nodeId) return parsed.toString();
    return named === undefined ? `${parsed.toString()}/p2p/${nodeId}` : undefined;
  }

  async dial({ nodeId, multiaddrs }: DialTarget, signal: AbortSignal): Promise<string> {
    const addresses = multiaddrs.flatMap((text) => parsedMultiaddr(text) ?? []);
    // Given the id alone, libp2p uses the addresses in its peer store and asks the table otherwise.
    const target = addresses.length > 0 || nodeId === null ? addresses : peerIdFromString(nodeId);
    const connection = await this.#running().dial(target, { signal }).catch(rethrown);
    return connection.remotePeer.toString();
  }

  isConnected(nodeId: string): boolean {
    return this.#standing(nodeId).length > 0;
  }

  connections(nodeId: string): readonly string[] {
    return this.#standing(nodeId).map(({ id }) => id);
  }

  link(nodeId: string): PeerLink | null {
    const connection = this.#standing(nodeId).at(-1);
    if (connection === undefined) return null;
    const { direction, remoteAddr } = connection;
    const version = this.#versions.get(nodeId) ?? null;
    return { version, direction, remoteAddress: remoteAddr.toString() };
  }

  async disconnect(nodeId: string, connections?: readonly string[]): Promise<void> {
    for (const connection of this.#known(nodeId)) {
      if (connections?.includes(connection.id) === false) continue;
      connection.abort(new Error("Disconnected by this node."));
    }
    await Promise.resolve();
  }

  async ping(nodeId: string, signal: AbortSignal): Promise<number> {
    const id = this.#ids.get(nodeId) ?? peerIdFromString(nodeId);
    return this.#running().services.ping.ping(id, { signal }).catch(rethrown);
  }

  async request(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    limits: { readonly maxAnswerBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array> {
    const { maxAnswerBytes, signal } = limits;
    const connection = this.#standing(nodeId).at(-1);
    if (connection === undefined) throw new Error(`No open connection to ${nodeId}.`);
    const stream = await connection
      .newStream(protocol, { signal, maxOutboundStreams: MAX_OUTBOUND_STREAMS })
      .catch(rethrown);
    return this.#guarded(stream, nodeId, signal, async () => {
      const answer = readFrame(stream, {
        nodeId,
        maxBytes: maxAnswerBytes,
        room: this.#inbound,
        stallMilliseconds: null,
      });
      // Writing may fail first; then nobody awaits the answer.
      answer.catch(() => undefined);
      await writeFrame(stream, request, signal);
      return answer;
    });
  }

  /** Serves one inbound stream. Never rejects, because libp2p has no handler for a rejection. */
  async #serve(handler: RequestHandler, stream: Stream, nodeId: string): Promise<void> {
    // Not AbortSignal.timeout: its timer would keep the exchange in memory until it fires.
    const over = new AbortController();
    const { signal } = over;
    const { exchangeTimeoutMilliseconds: milliseconds } = this.#settings;
    const timer = setTimeout(
      () => over.abort(new Error(`The exchange took longer than ${milliseconds} ms.`)),
      milliseconds,
    ).unref();
    await this.#guarded(stream, nodeId, signal, async () => {
      const request = await readFrame(stream, {
        nodeId,
        maxBytes: handler.maxRequestBytes,
        room: this.#inbound,
        stallMilliseconds: STALL_MILLISECONDS,
      });
      await writeFrame(stream, await handler.answer(nodeId, request), signal);
    }).catch(() => undefined);
    clearTimeout(timer);
  }

  /** Resets the stream when the work fails or the signal is aborted, and reports invalid frames. */
  async #guarded<T>(
    stream: Stream,
    nodeId: string,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const onAbort = (): void => stream.abort(asError(signal.reason));
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await work();
    } catch (error) {
      if (error instanceof BrokenFrame) this.#events?.misbehaved(nodeId);
      const failure = asError(error);
      stream.abort(failure);
      throw failure;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #standing(nodeId: string): readonly Connection[] {
    return this.#known(nodeId).filter(({ status }) => status === "open");
  }

  /** Oldest first; some of them may be about to close. */
  #known(nodeId: string): readonly Connection[] {
    const id = this.#ids.get(nodeId);
    return id === undefined ? [] : (this.#host?.getConnections(id) ?? []);
  }

  #running(): Host {
    if (this.#host === undefined)
      throw new Error("The peer network is not running; call start first.");
    return this.#host;
  }
}

/** Some of libp2p's failures are events, not errors. */
function rethrown(failure: unknown): never {
  throw asError(failure);
}

/**
 * libp2p's sentence about addresses that are taken has the stacks of their errors in it, and advice for programmers.
 */
function listenFault(failure: unknown): never {
  const { message } = asError(failure);
  const lines = [...message.matchAll(/^ *(\/ip\S+): (?:\w*Error: )?(.+)$/gm)];
  if (!message.includes("failed to be listened on") || lines.length === 0) throw asError(failure);
  const faults = lines.map(([, address, reason]) => `${address}: ${reason}`).join("; ");
  throw new Error(
    `The peer network cannot listen on ${faults}. Stop the program that has the port, or choose another address or port.`,
  );
}

function parsedMultiaddr(text: string): Multiaddr | undefined {
  try {
    return multiaddr(text);
  } catch {
    return undefined;
  }
}
