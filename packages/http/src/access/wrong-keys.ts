/**
 * Wrong keys, counted by the address that sends them: past a limit they are answered 429, and the audit trail gets one
 * row with their number. A right key is never counted and never waits.
 */

import {
  anyFunction,
  objectOf,
  createRateLimiter,
  limitKey,
  pauseInBackground,
  type AuditTrail,
  type Clock,
} from "@bourse/kernel";

/** Wrong keys from one network (IPv6: one /64) in a minute that are answered 401; further ones are answered 429. */
const LIMIT = 300;
const PERIOD_MILLISECONDS = 60_000;
/** Networks whose wrong keys are counted apart at a time; those of all others are counted together. */
const MAX_NETWORKS = 1000;

/** The count of wrong keys of one server process. */
export interface WrongKeys {
  /** Counts a wrong key; returns the seconds to wait when its network is over the limit, else undefined. */
  count(address: string | undefined): number | undefined;
  /** Writes the rows that are due, and ends. */
  close(): Promise<void>;
}

/** The parts of {@link createWrongKeys}. */
export interface WrongKeysParts {
  /** The audit trail; a row `key.refused` a minute after the first wrong key of a network has their number. */
  readonly trail: Pick<AuditTrail, "append" | "flush">;
  /** Clock of the limit and the rows. */
  readonly clock: Clock;
}

const anyParts = objectOf({
  trail: objectOf({ append: anyFunction, flush: anyFunction }),
  clock: objectOf({ now: anyFunction, monotonic: anyFunction, sleep: anyFunction }),
});

/** Creates an empty count. @throws KernelError ARGUMENT_INVALID */
export function createWrongKeys(parts: WrongKeysParts): WrongKeys {
  anyParts("parts", parts);
  const { trail, clock } = parts;
  const limiter = createRateLimiter({
    limit: LIMIT,
    periodMilliseconds: PERIOD_MILLISECONDS,
    maxKeys: 10 * MAX_NETWORKS,
    clock,
  });
  const attempts = new Map<string, { readonly address: string | null; number: number }>();
  const ended = new AbortController();
  const tell = (): void => {
    for (const { address, number } of attempts.values()) {
      trail.append({
        action: "key.refused",
        actor: "anonymous",
        outcome: "refused",
        code: "UNAUTHORIZED",
        address,
        details: { attempts: number },
      });
    }
    attempts.clear();
  };
  return {
    count: (address) => {
      const network = limitKey(address ?? "") || "unknown";
      if (attempts.size === 0 && !ended.signal.aborted) {
        void pauseInBackground(clock, PERIOD_MILLISECONDS, ended.signal).then((isDue) => {
          if (isDue) tell();
        });
      }
      const isCrowd = attempts.size >= MAX_NETWORKS && !attempts.has(network);
      const key = isCrowd ? "others" : network;
      const counted = attempts.get(key) ?? {
        address: isCrowd ? null : (address ?? null),
        number: 0,
      };
      counted.number += 1;
      attempts.set(key, counted);
      const { allowed, retryAfterSeconds } = limiter.take(network);
      return allowed ? undefined : retryAfterSeconds;
    },
    close: async () => {
      ended.abort();
      tell();
      await trail.flush();
    },
  };
}
