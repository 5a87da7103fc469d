/** The parts that the API keys are built from, and those that the acts on them share. */

import type { Clock, Ids, Store } from "@bourse/kernel";

import type { Audit } from "../audit/audit.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import type { LastUsed } from "./last-used.ts";
import type { ValidKeys } from "./valid-keys.ts";

/** Parts that the API keys are built from. */
export interface ApiKeysParts {
  readonly store: Store;
  readonly lastUsed: LastUsed;
  readonly audit: Audit;
  /** Adds events for webhooks. */
  readonly emit: EmitAuthEvent;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Maximum number of keys of one account that are not revoked. */
  readonly keysPerAccount: number;
}

/** The parts that the acts on API keys share. */
export interface ApiKeyActParts extends ApiKeysParts {
  readonly valid: ValidKeys;
}
