/** Tells when a balance of this node's wallet has changed, whoever changed it. */

import { hasCode, type Clock } from "@bourse/kernel";

import type { Address } from "../address.ts";
import type { TokenList } from "../chain/port.ts";
import type { NodeEvents } from "../events/node-event.ts";
import { WakeSignal } from "../internal/wake-signal.ts";

export interface BalanceWatch {
  /** Looks soon: something has moved. */
  look(): void;
  start(): void;
  stop(): Promise<void>;
}

const EVERY_MILLISECONDS = 10_000;

/** Looks at every listed token each ten seconds, and when told to. The first look at a token tells nothing. */
export function createBalanceWatch(parts: {
  readonly wallet: Address;
  readonly tokens: TokenList;
  readonly events: NodeEvents;
  readonly clock: Clock;
}): BalanceWatch {
  const { wallet, tokens, events, clock } = parts;
  const seen = new Map<Address, bigint>();
  const wakeSignal = new WakeSignal(clock);
  let stopped = false;
  let running: Promise<void> | undefined;

  const lookAt = async (token: Address): Promise<void> => {
    const balance = await tokens.balanceOf(wallet, token);
    const before = seen.get(token);
    seen.set(token, balance);
    if (before === undefined || before === balance) return;
    events.emit("token.balance_update", {
      address: wallet,
      token,
      balance: balance.toString(),
    });
  };

  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        for (const { address } of await tokens.list()) await lookAt(address);
      } catch (error) {
        // A chain or a store that is away, or a token that has gone bad, is told by others; the next look comes by
        // itself.
        if (!isPassing(error)) throw error;
      }
      await wakeSignal.wait(EVERY_MILLISECONDS);
    }
  };

  return Object.freeze({
    look: () => wakeSignal.wake(),
    start: () => {
      running ??= run();
      running.catch((error: unknown) =>
        events.emit("system.error", {
          component: "balances",
          message: "The watch over balances has ended; balances are still answered when asked for.",
          code: hasCode(error, "STORE_CLOSED") ? "STORE_CLOSED" : "BALANCE_WATCH_FAILED",
        }),
      );
    },
    stop: async () => {
      stopped = true;
      wakeSignal.wake();
      await running?.catch(() => undefined);
    },
  });
}

function isPassing(error: unknown): boolean {
  return hasCode(
    error,
    "CHAIN_UNAVAILABLE",
    "CHAIN_REJECTED",
    "CHAIN_MISMATCH",
    "TOKEN_UNSUPPORTED",
    "STORE_IO",
  );
}
