/** Monitor of a chain: it polls the chain every few seconds and reports changes. */
import {
  booleanOption,
  functionOption,
  hasCode,
  integerOption,
  optional,
  pauseInBackground,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRule,
} from "@bourse/kernel";

import type { Address } from "../address.ts";
import { checkContract } from "./compliance/contract-check.ts";
import type { ChainHealth, ChainRpc } from "./port.ts";

/** Options of {@link createChainHealth}. */
export interface ChainHealthOptions {
  /** JSON-RPC access to the chain. */
  readonly rpc: ChainRpc;
  /** Address at which this release's compliance contract is expected. Default: the contract is not looked at. */
  readonly contract?: Address | undefined;
  /** Expected chain id. */
  readonly chainId: number;
  /** True for a development chain. Default false. */
  readonly development?: boolean;
  /** JSON-RPC URL of a development chain; it is published, so leave it out for any other. */
  readonly rpcUrl?: string | undefined;
  /**
   * Function that returns the monotonic time in milliseconds since which work on the chain has failed, else null. A
   * chain that answers this monitor and nothing else is not connected. Default: never.
   */
  readonly failingSince?: () => number | null;
  /** Interval between two requests. 100–10,000 ms, default 3000. */
  readonly pollMilliseconds?: number;
  /** Clock for timers. Default: the system clock. */
  readonly clock?: Clock;
}

/** Time after an answer during which the chain counts as connected. */
const ANSWER_COUNTS_MILLISECONDS = 10_000;

const CONTRACT_MILLISECONDS = 60_000;

/** Creates the monitor of a chain. @throws KernelError OPTION_INVALID */
export function createChainHealth(given: ChainHealthOptions): ChainHealth {
  const options = resolveOptions<Settings>("createChainHealth", given, {
    rpc: portOption<ChainRpc>(["request"]),
    contract: optional(textOption()) as OptionRule<Address | undefined>,
    chainId: integerOption({ min: 1 }),
    development: booleanOption({ default: false }),
    rpcUrl: optional(textOption()),
    failingSince: functionOption<() => number | null>({ default: () => null }),
    pollMilliseconds: integerOption({ min: 100, max: 10_000, default: 3_000 }),
    clock: portOption<Clock>(["monotonic", "sleep"], { default: systemClock }),
  });
  return new PolledHealth(options);
}

/**
 * Reports if the chain's id and contract were checked in this process and nothing has spoken against them since: what
 * is accepted then may wait for a chain that is away.
 */
export function wasChecked(health: Pick<ChainHealth, "snapshot">): boolean {
  const { block, fault } = health.snapshot();
  return block !== null && fault === null;
}

/** Reports if the chain is away and may be waited for. */
export function isAway(health: Pick<ChainHealth, "snapshot" | "connected">): boolean {
  return !health.connected() && wasChecked(health);
}

type Settings = Required<Omit<ChainHealthOptions, "contract">> &
  Pick<ChainHealthOptions, "contract">;

class PolledHealth implements ChainHealth {
  readonly #options: Settings;
  readonly #listeners = new Set<(connected: boolean) => void>();
  #answeredAt: number | null = null;
  #block: number | null = null;
  #fault: string | null = null;
  /** Monotonic milliseconds of the last look at the contract; null when it is due. */
  #contractSeenAt: number | null = null;
  #told = false;
  #stop: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: Settings) {
    this.#options = options;
  }

  connected(): boolean {
    if (this.#answeredAt === null || this.#fault !== null) return false;
    const { clock, failingSince } = this.#options;
    const now = clock.monotonic();
    if (now - (failingSince() ?? now) >= ANSWER_COUNTS_MILLISECONDS) return false;
    return now - this.#answeredAt < ANSWER_COUNTS_MILLISECONDS;
  }

  snapshot(): ReturnType<ChainHealth["snapshot"]> {
    const { chainId, development, rpcUrl } = this.#options;
    const url = development ? (rpcUrl ?? null) : null;
    return { id: chainId, development, rpcUrl: url, block: this.#block, fault: this.#fault };
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
    while (await pauseInBackground(clock, pollMilliseconds, signal)) await this.#ask(signal);
  }

  /**
   * Checks the contract at the start, each minute, and after every failure.
   *
   * @throws NodeError CONTRACT_MISMATCH and those of the chain
   */
  async #lookAtContract(signal: AbortSignal): Promise<void> {
    const { clock, contract, rpc } = this.#options;
    if (contract === undefined) return;
    const now = clock.monotonic();
    if (this.#contractSeenAt !== null && now - this.#contractSeenAt < CONTRACT_MILLISECONDS) return;
    await checkContract(rpc, contract, signal);
    this.#contractSeenAt = now;
  }

  /** Asks for the newest block; a failure is a result here, not an error. */
  async #ask(signal: AbortSignal): Promise<void> {
    const { clock, rpc } = this.#options;
    try {
      const block = Number(await rpc.request("eth_blockNumber", [], { signal }));
      await this.#lookAtContract(signal);
      this.#block = block;
      this.#answeredAt = clock.monotonic();
      this.#fault = null;
    } catch (error) {
      if (signal.aborted) return;
      // Whoever answers next may know another contract.
      this.#contractSeenAt = null;
      if (hasCode(error, "CHAIN_MISMATCH", "CONTRACT_MISMATCH")) this.#fault = error.message;
    }
    const connected = this.connected();
    if (connected === this.#told) return;
    this.#told = connected;
    for (const listener of this.#listeners) listener(connected);
  }
}
