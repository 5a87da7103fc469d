/** How the node is: three components and the store, and what follows from them. */

import {
  defineCollection,
  type Clock,
  type Collection,
  type Entity,
  type Store,
} from "@bourse/kernel";

import type { ChainHealth } from "../chain/port.ts";
import type { EventBus, NodeEvents } from "../events/index.ts";
import type { PeerNetwork } from "../peers/port.ts";
import type { Components, HealthStatus } from "./components.ts";

/** Health of the node. */
export interface HealthReport {
  /** Overall health. */
  readonly status: HealthStatus;
  /** State of each component. */
  readonly components: Components;
  /** Last known state of the chain. */
  readonly chain: ReturnType<ChainHealth["snapshot"]>;
}

export interface NodeHealth {
  report(): HealthReport;
  /** Looks now and tells what has changed as `health.component_change` and `health.update`. */
  look(): void;
  /** Tells `health.update` to whoever listens now, changed or not; it does not enter the history. */
  remind(): void;
  /** Writes to the store to see whether it can be written. */
  probe(): Promise<void>;
}

interface ProbeDocument extends Entity {
  readonly at: number;
}

export const healthProbes: Collection<ProbeDocument> = defineCollection<ProbeDocument>()({
  name: "health_probes",
});

export interface HealthParts {
  readonly chain: ChainHealth;
  readonly peers: PeerNetwork;
  /** Opened with `healthCollections`. */
  readonly store: Store;
  readonly events: NodeEvents & Pick<EventBus, "tell">;
  readonly clock: Clock;
  readonly encryption: () => Components["encryption"];
}

export function createNodeHealth(parts: HealthParts): NodeHealth {
  const { chain, peers, store, events, clock, encryption } = parts;
  let writable = true;
  let seen: HealthReport | undefined;

  const report = (): HealthReport => {
    const components: Components = {
      blockchain: chain.connected() ? "connected" : "disconnected",
      peerNetwork: peers.state,
      encryption: encryption(),
    };
    return { status: statusOf(components, writable), components, chain: chain.snapshot() };
  };

  return Object.freeze({
    report,
    look: () => {
      const now = report();
      const before = seen;
      seen = now;
      if (before === undefined) return;
      const names = Object.keys(now.components) as (keyof Components)[];
      const changed = names.filter((name) => now.components[name] !== before.components[name]);
      for (const component of changed) {
        events.emit("health.component_change", {
          component,
          from: before.components[component],
          to: now.components[component],
        });
      }
      if (changed.length > 0 || now.status !== before.status) {
        events.emit("health.update", { status: now.status, components: { ...now.components } });
      }
    },
    remind: () => {
      const { status, components } = report();
      events.tell("health.update", { status, components: { ...components } });
    },
    probe: async () => {
      const could = writable;
      try {
        await writeProbe(store, clock.now());
        writable = true;
      } catch {
        writable = false;
        if (!could) return;
        events.emit("system.error", {
          component: "store",
          message: "The store cannot be written: look at its disk and its log.",
          code: "STORE_UNWRITABLE",
        });
      }
    },
  });
}

function statusOf(components: Components, writable: boolean): HealthStatus {
  if (components.encryption === "locked" || !writable) return "unhealthy";
  const isUp = components.blockchain === "connected" && components.peerNetwork === "running";
  return isUp ? "healthy" : "degraded";
}

async function writeProbe(store: Store, at: number): Promise<void> {
  const probe = { id: "probe", at };
  await store.transaction(async (tx) => {
    const found = await tx.get(healthProbes, probe.id);
    if (found === undefined) await tx.insert(healthProbes, probe);
    else await tx.replace(healthProbes, probe, found.version);
  });
}
