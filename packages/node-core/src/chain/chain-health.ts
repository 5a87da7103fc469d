/** Whether the chain answers: asked every few seconds, and told when it changes. */
import {
  booleanOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
} from "@bourse/kernel";

import type { ChainHealth, ChainRpc } from "./port.ts";

export interface ChainHealthOptions {
  readonly rpc: ChainRpc;
  readonly chainId: number;
  /** Of a chain that is for development only. Default false. */
  readonly development?: boolean;
  /** Told to others, so of a development chain only. */
  readonly rpcUrl?: string | undefined;
  /** Between two questions, 100–10,000. Default 3,000. */
  readonly pollMilliseconds?: number;
  readonly clock?: Clock;
}

/** So long an answer counts (spec, "health"). */
const ANSWER_COUNTS_MILLISECONDS = 10_000;

/** @throws KernelError OPTION_INVALID */
export function createChainHealth(given: ChainHealthOptions): ChainHealth {
  const options = resolveOptions<Required<ChainHealthOptions>>("createChainHealth", given, {
    rpc: portOption<ChainRpc>(["request"]),
    chainId: integerOption({ min: 1 }),
    development: booleanOption({ default: false }),
    rpcUrl: optional(textOption()),
    pollMilliseconds: integerOption({ min: 100, max: 10_000, default: 3_000 }),
    clock: portOption<Clock>(["monotonic", "sleep"], { default: systemClock }),
  });
  return new PolledHealth(options);
}

class PolledHealth implements ChainHealth {
  readonly #options: Required<ChainHealthOptions>;
  readonly #listeners = new Set<(connected: boolean) => void>();
  #answeredAt: number | null = null;
  #block: number | null = null;
  #told = false;
  #stop: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Required<ChainHealthOptions>) {
    this.#options = options;
  }

  connected(): boolean {
    if (this.#answeredAt === null) return false;
    return this.#options.clock.monotonic() - this.#answeredAt < ANSWER_COUNTS_MILLISECONDS;
  }

  snapshot(): ReturnType<ChainHealth["snapshot"]> {
    const { chainId, development, rpcUrl } = this.#options;
    const url = development ? (rpcUrl ?? null) : null;
    return { id: chainId, development, rpcUrl: url, block: this.#block };
  }

  onChange(listener: (connected: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves after the first question was answered, or was not. */
  async start(): Promise<void> {
    if (this.#stop !== undefined) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    await this.#ask(signal);
    this.#loop = this.#poll(signal);
  }

  async stop(): Promise<void> {
    this.#stop?.abort();
    await this.#loop;
    this.#stop = undefined;
  }

  async #poll(signal: AbortSignal): Promise<void> {
    const { clock, pollMilliseconds } = this.#options;
    while (!signal.aborted) {
      await clock.sleep(pollMilliseconds, signal).catch(() => undefined);
      if (!signal.aborted) await this.#ask(signal);
    }
  }

  /** That it does not answer is the finding here, not a fault. */
  async #ask(signal: AbortSignal): Promise<void> {
    const { clock, rpc } = this.#options;
    try {
      this.#block = Number(await rpc.request("eth_blockNumber", [], { signal }));
      this.#answeredAt = clock.monotonic();
    } catch {
      if (signal.aborted) return;
    }
    const connected = this.connected();
    if (connected === this.#told) return;
    this.#told = connected;
    for (const listener of this.#listeners) listener(connected);
  }
}
