/** The parts that the acts on records share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

/** The parts that a registry is built from, and its quotas. */
export interface RegistryParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of deployments of one account. */
  readonly deploymentsPerAccount: number;
  /** Maximum number of transactions of one account. */
  readonly transactionsPerAccount: number;
}
