/** A network in memory: what joins it can reach what else has joined, unless somebody cuts it. */
import type { MemoryTransport } from "./memory-transport.ts";

/** Made by {@link createMemoryHub}; one for all peers that are to meet. */
export interface MemoryHub {
  /** Cuts every link between these nodes and all others, as when a cable is pulled; it stays so until `heal`. */
  isolate(nodeIds: readonly string[]): void;
  heal(): void;
}

/** The hub as the transports see it. */
export class SharedMemory implements MemoryHub {
  readonly #transports = new Map<string, MemoryTransport>();
  #isolated: ReadonlySet<string> = new Set();

  join(transport: MemoryTransport): void {
    this.#transports.set(transport.nodeId, transport);
  }

  leave(transport: MemoryTransport): void {
    if (this.#transports.get(transport.nodeId) === transport) {
      this.#transports.delete(transport.nodeId);
    }
  }

  /** Who answers at `nodeId` for `from`. */
  reach(from: string, nodeId: string): MemoryTransport | undefined {
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

export function createMemoryHub(): MemoryHub {
  return new SharedMemory();
}
