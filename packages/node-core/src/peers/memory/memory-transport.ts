import type { PeerLink } from "../port.ts";
import type { PeerProtocol } from "../protocol.ts";
import type { DialTarget, RequestHandler, Transport, TransportEvents } from "../transport.ts";
import type { SharedMemory } from "./memory-hub.ts";

/**
 * Transport that delivers by function call; it copies frames and applies the same limits and event order as a real one.
 */
export class MemoryTransport implements Transport {
  readonly nodeId: string;
  readonly directory = null;
  readonly #hub: SharedMemory<MemoryTransport>;
  readonly #links = new Map<string, MemoryTransport>();
  /** Peers that this side has dialled. */
  readonly #dialled = new Set<string>();
  /** Names of the links, by node id. */
  readonly #names = new Map<string, string>();
  #named = 0;
  #events: TransportEvents | undefined;
  #handlers: Readonly<Record<PeerProtocol, RequestHandler>> | undefined;

  constructor(hub: SharedMemory<MemoryTransport>, nodeId: string) {
    this.#hub = hub;
    this.nodeId = nodeId;
  }

  start(
    events: TransportEvents,
    handlers: Readonly<Record<PeerProtocol, RequestHandler>>,
  ): Promise<void> {
    this.#events = events;
    this.#handlers = handlers;
    this.#hub.join(this);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    this.#hub.leave(this);
    for (const nodeId of this.#links.keys()) await this.disconnect(nodeId);
    this.#events = undefined;
  }

  multiaddrs(): readonly string[] {
    return [`/memory/p2p/${this.nodeId}`];
  }

  canonical(multiaddr: string, nodeId: string | null): string | undefined {
    const found = /^\/memory\/p2p\/([^/]+)$/.exec(multiaddr)?.[1];
    return found !== undefined && (nodeId ?? found) === found ? multiaddr : undefined;
  }

  async dial({ nodeId, multiaddrs }: DialTarget, signal: AbortSignal): Promise<string> {
    await Promise.resolve();
    signal.throwIfAborted();
    const wanted = nodeId ?? multiaddrs[0]?.split("/").at(-1) ?? "";
    if (this.#links.has(wanted)) return wanted;
    const other = wanted === this.nodeId ? undefined : this.#hub.reach(this.nodeId, wanted);
    if (other === undefined) throw new Error(`Nobody answers as ${wanted}.`);
    if (!this.#admits(wanted) || !other.#admits(this.nodeId)) {
      throw new Error(`${wanted} does not admit this node.`);
    }
    this.#dialled.add(wanted);
    this.#link(wanted, other);
    other.#link(this.nodeId, this);
    this.#events?.connected(wanted);
    other.#events?.connected(this.nodeId);
    return wanted;
  }

  isConnected(nodeId: string): boolean {
    return this.#links.has(nodeId);
  }

  link(nodeId: string): PeerLink | null {
    if (!this.#links.has(nodeId)) return null;
    const direction = this.#dialled.has(nodeId) ? "outbound" : "inbound";
    return { version: "bourse-memory", direction, remoteAddress: `/memory/p2p/${nodeId}` };
  }

  connections(nodeId: string): readonly string[] {
    const name = this.#names.get(nodeId);
    return name === undefined ? [] : [name];
  }

  disconnect(
    nodeId: string,
    connections: readonly string[] = this.connections(nodeId),
  ): Promise<void> {
    const [name] = this.connections(nodeId);
    if (name === undefined || !connections.includes(name)) return Promise.resolve();
    const other = this.#links.get(nodeId);
    this.#drop(nodeId);
    if (other !== undefined) other.#drop(this.nodeId);
    return Promise.resolve();
  }

  async ping(nodeId: string, signal: AbortSignal): Promise<number> {
    const start = performance.now();
    await Promise.resolve();
    signal.throwIfAborted();
    this.#linked(nodeId);
    return performance.now() - start;
  }

  async request(
    nodeId: string,
    protocol: PeerProtocol,
    request: Uint8Array,
    limits: { readonly maxAnswerBytes: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array> {
    const other = this.#linked(nodeId);
    await Promise.resolve();
    limits.signal.throwIfAborted();
    const answer = await other.#serve(this.nodeId, protocol, request.slice());
    limits.signal.throwIfAborted();
    this.#linked(nodeId);
    if (answer.length > limits.maxAnswerBytes) {
      this.#events?.misbehaved(nodeId);
      throw new Error("The answer is too long.");
    }
    return answer.slice();
  }

  /** Links to whom the hub does not reach any more. */
  dropUnreachable(): void {
    for (const nodeId of this.#links.keys()) {
      if (this.#hub.reach(this.nodeId, nodeId) === undefined) void this.disconnect(nodeId);
    }
  }

  async #serve(from: string, protocol: PeerProtocol, request: Uint8Array): Promise<Uint8Array> {
    const handler = this.#handlers?.[protocol];
    if (handler === undefined || !this.#links.has(from)) throw new Error("The link is gone.");
    if (request.length > handler.maxRequestBytes) {
      this.#events?.misbehaved(from);
      throw new Error("The request is too long.");
    }
    try {
      return await handler.answer(from, request);
    } catch {
      // As on a wire: the other side learns that there is no answer, and nothing else.
      throw new Error("The exchange was reset.");
    }
  }

  #link(nodeId: string, other: MemoryTransport): void {
    this.#links.set(nodeId, other);
    this.#names.set(nodeId, String(this.#named++));
  }

  #linked(nodeId: string): MemoryTransport {
    const other = this.#links.get(nodeId);
    if (other === undefined) throw new Error(`There is no connection to ${nodeId}.`);
    return other;
  }

  #admits(nodeId: string): boolean {
    return this.#events?.admits(nodeId) ?? false;
  }

  #drop(nodeId: string): void {
    this.#names.delete(nodeId);
    this.#dialled.delete(nodeId);
    if (this.#links.delete(nodeId)) this.#events?.disconnected(nodeId);
  }
}
