/** Start and stop of a node's parts, and the events that tell of them. */

import { createLifecycle, type Component, type Lifecycle } from "@bourse/kernel";

import { createWatch, type Watch } from "../health/watch.ts";
import type { NodeSettings } from "./node-options.ts";
import type { NodeParts } from "./node-parts.ts";

const LOOK_MILLISECONDS = 1000;
const PROBE_MILLISECONDS = 10_000;

export class NodeRun {
  readonly #options: NodeSettings;
  readonly #parts: NodeParts;
  readonly #lifecycle: Lifecycle;
  #isStopTold = false;

  constructor(options: NodeSettings, parts: NodeParts) {
    this.#options = options;
    this.#parts = parts;
    this.#lifecycle = createLifecycle(componentsOf(options, parts), { clock: options.clock });
  }

  /** @throws KernelError LIFECYCLE_START_FAILED */
  async start(): Promise<void> {
    await this.#lifecycle.start();
    this.#options.events.emit("system.node_started", this.#self);
  }

  announceStop(): void {
    if (this.#isStopTold || this.#lifecycle.state() !== "running") return;
    this.#isStopTold = true;
    this.#options.events.emit("system.node_stopping", this.#self);
  }

  async stop(): Promise<void> {
    this.announceStop();
    await this.#lifecycle.stop();
    await this.#parts.trail.flush();
  }

  get #self(): { readonly nodeId: string } {
    return { nodeId: this.#options.identity.nodeId };
  }
}

/** The parts in the order in which they are started; they are stopped in reverse. */
function componentsOf(
  { chain, peers, clock, webhooks }: NodeSettings,
  parts: NodeParts,
): readonly Component[] {
  const { encryption, gas, paymentWatch, inbox, shares, balances, recorder } = parts;
  const watch = healthWatch(clock, parts);
  return [
    // First and last, so that they hear of all that the other parts tell.
    { name: "webhooks", start: async () => webhooks?.start(), stop: async () => webhooks?.close() },
    { name: "encryption", start: () => encryption.probe() },
    { name: "chain health", start: () => chain.health.start(), stop: () => chain.health.stop() },
    { name: "transactions", start: () => chain.lane.start(), stop: () => chain.lane.stop() },
    { name: "gas of keys", start: () => gas.start(), stop: () => gas.stop() },
    {
      name: "transfers",
      start: async () => {
        await chain.transfers.start();
        await paymentWatch.start();
      },
      stop: async () => {
        await Promise.all([paymentWatch.stop(), chain.transfers.stop()]);
      },
    },
    { name: "compliance index", start: () => chain.index.start(), stop: () => chain.index.stop() },
    { name: "peer network", start: () => peers.start(), stop: () => peers.stop() },
    { name: "inbox", start: () => inbox.start(), stop: () => inbox.stop() },
    { name: "shares", start: () => shares.start(), stop: () => shares.stop() },
    { name: "balances", start: () => balances.start(), stop: () => balances.stop() },
    { name: "history", start: () => recorder.start(), stop: () => recorder.stop() },
    { name: "health", start: () => watch.start(), stop: () => watch.stop() },
  ];
}

/** Looks at the node again and again, and tells what has changed. */
function healthWatch(
  clock: NodeSettings["clock"],
  { health, encryption, reporter }: Pick<NodeParts, "health" | "encryption" | "reporter">,
): Watch {
  return createWatch(
    clock,
    [
      { everyMilliseconds: LOOK_MILLISECONDS, run: () => health.look() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => health.probe() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => encryption.probe() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => health.remind() },
      { everyMilliseconds: PROBE_MILLISECONDS, run: () => reporter.report() },
    ],
    () => undefined,
  );
}
