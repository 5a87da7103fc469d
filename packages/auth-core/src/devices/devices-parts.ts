/** The parts that the acts on logins of devices share. */

import type { AttemptLimit, Logins } from "@bourse/credentials";
import type { Clock, Store } from "@bourse/kernel";

import type { Audit } from "../audit/audit.ts";
import type { PermissionSet } from "../permissions.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";

/** Parts that logins of devices are built from. */
export interface DevicesParts {
  readonly store: Store;
  readonly logins: Pick<Logins, "sessions">;
  readonly audit: Audit;
  /** Adds events for webhooks. */
  readonly emit: EmitAuthEvent;
  readonly clock: Clock;
  /** Key of the digests of user codes. */
  readonly userCodeKey: Uint8Array;
  /** Address of the page where users enter codes; undefined when there is none. */
  readonly pageUrl: () => string | undefined;
  /** The set that logins may be narrowed to. */
  readonly permissions: PermissionSet;
  /** Logins that one IP address may ask for. */
  readonly requests: AttemptLimit;
  /** Wrong user codes of one account, and from one IP address. */
  readonly guesses: Readonly<Record<"account" | "address", AttemptLimit>>;
}
