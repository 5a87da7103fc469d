/** A peer network in memory: every member reaches every other one, unless a test cuts the links. */

/** Network in memory, created by {@link createMemoryHub}; peers that share one can reach each other. */
export interface MemoryHub {
  /** Cuts every link between these nodes and all others until `heal` is called. */
  isolate(nodeIds: readonly string[]): void;
  /** Restores every link. */
  heal(): void;
}

/** Member of a hub, as the hub uses it. */
interface HubMember {
  readonly nodeId: string;
  /** Closes the links that the hub has cut. */
  dropUnreachable(): void;
}

/** Hub as its members use it. */
export class SharedMemory<Member extends HubMember = HubMember> implements MemoryHub {
  readonly #transports = new Map<string, Member>();
  #isolated: ReadonlySet<string> = new Set();

  join(transport: Member): void {
    this.#transports.set(transport.nodeId, transport);
  }

  leave(transport: Member): void {
    if (this.#transports.get(transport.nodeId) === transport) {
      this.#transports.delete(transport.nodeId);
    }
  }

  /** Returns the member `nodeId`; undefined when it has not joined or its link to `from` is cut. */
  reach(from: string, nodeId: string): Member | undefined {
    const isCut = this.#isolated.has(from) !== this.#isolated.has(nodeId);
    return isCut ? undefined : this.#transports.get(nodeId);
  }

  isolate(nodeIds: readonly string[]): void {
    this.#isolated = new Set(nodeIds);
    for (const transport of this.#transports.values()) {
      if (this.#isolated.has(transport.nodeId)) transport.dropUnreachable();
    }
  }

  heal(): void {
    this.#isolated = new Set();
  }
}

/** Creates a peer network in memory without members. */
export function createMemoryHub(): MemoryHub {
  return new SharedMemory();
}
