/** The heartbeat of a claim: keeps the lease alive and notices when the claim is gone. */

import { pauseInBackground, type Clock, type Delivery } from "@bourse/kernel";

import type { JobLedger } from "./ledger.ts";
import type { JobClaim } from "./transitions.ts";

/** The part of a worker's options that a heartbeat uses. */
export interface LeaseOptions {
  readonly clock: Clock;
  readonly ledger: JobLedger;
  readonly leaseMilliseconds: number;
  readonly heartbeatMilliseconds: number;
  readonly onError: (error: unknown, jobUuid: string | undefined) => void;
}

/** Renews the lease until `hold` is aborted, and aborts it itself when the claim is gone. Never rejects. */
export async function keepLease(
  options: LeaseOptions,
  delivery: Pick<Delivery<unknown>, "heartbeat">,
  uuid: string,
  claim: JobClaim,
  hold: AbortController,
): Promise<void> {
  const { clock, ledger, heartbeatMilliseconds, leaseMilliseconds } = options;
  while (await pauseInBackground(clock, heartbeatMilliseconds, hold.signal)) {
    try {
      const renewed = await ledger.change(uuid, { kind: "renew", claim, leaseMilliseconds });
      if (renewed.outcome !== "changed") hold.abort();
      else delivery.heartbeat();
    } catch (error) {
      // The store may be back at the next beat; until the lease runs out the claim stands.
      options.onError(error, uuid);
    }
  }
}
