/** The parts that the acts on accounts share. */

import type { AccountMail, Logins, SecondFactors } from "@bourse/credentials";
import type { Clock, Ids, Store } from "@bourse/kernel";

import type { Audit } from "../audit/audit.ts";
import type { PermissionSet } from "../permissions.ts";
import type { EmitAuthEvent } from "../webhooks/auth-events.ts";
import type { Admission } from "./admission.ts";

/** Parts that the accounts are built from. */
export interface AccountsParts {
  readonly store: Store;
  readonly logins: Pick<Logins, "sessions" | "passwords">;
  /** Second factors, which a login asks for. */
  readonly factors: SecondFactors;
  /** Links and notices by mail. */
  readonly mail: AccountMail;
  /** Names of the API keys of an account that are accepted now. */
  readonly keyNames: (userId: string) => Promise<readonly string[]>;
  /** Decides about registrations. */
  readonly admission: Admission;
  readonly audit: Audit;
  /** Adds events for webhooks. */
  readonly emit: EmitAuthEvent;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The set that logins may be narrowed to. */
  readonly permissions: PermissionSet;
  /** Called after the status of an account has changed in this process. */
  readonly changed: (userId: string) => void;
}
