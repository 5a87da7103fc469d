/** Limit of mails that are asked for, by the address that gets them and by the client that asks. */

import { type Clock, type Store, limitKey } from "@bourse/kernel";

import type { Origin } from "../origin/origin.ts";
import { countInMemory, countInStore, type FailureKey } from "../throttle/failure-counts.ts";

type Kind = "mail_account" | "mail_address";

const WINDOW_SECONDS = 3600;

/** Counts a mail that is asked for. Resolves to the seconds until one may be asked for again; 0 when it was counted. */
export type CountMail = (account: string, origin: Origin) => Promise<number>;

/** The counts of one core: in a store that other processes write to as well, for all of them. */
export function createMailThrottle(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  limits: { readonly mailRequestsPerAccount: number; readonly mailRequestsPerAddress: number },
): CountMail {
  const bounds = {
    mail_account: { maxFailures: limits.mailRequestsPerAccount, windowSeconds: WINDOW_SECONDS },
    mail_address: { maxFailures: limits.mailRequestsPerAddress, windowSeconds: WINDOW_SECONDS },
  };
  const counts =
    store.revision === undefined
      ? countInStore<Kind>(bounds, store, clock)
      : countInMemory<Kind>(bounds, clock);
  return (account, { ip }) => {
    const address: FailureKey<Kind>[] =
      ip === undefined ? [] : [{ kind: "mail_address", key: limitKey(ip) }];
    const keys: readonly FailureKey<Kind>[] = [...address, { kind: "mail_account", key: account }];
    return counts.run(keys, (counted) => {
      const wait = Math.max(...keys.map((key) => counted.retryAfterSeconds(key)));
      if (wait === 0) for (const key of keys) counted.fail(key);
      return wait;
    });
  };
}
