/** The audit trail of a core with accounts, chained under a key that its master key gives. */

import { createAuditTrail, type AuditTrail } from "@bourse/kernel";
import { hkdfSha256 } from "@bourse/kernel/platform";

import type { ResolvedLoginOptions } from "../logins/login-options.ts";

const KEY_BYTES = 32;

/** Opens the audit trail in the store of the options, which must have been opened with `auditCollections`. */
export function openAuditTrail({
  store,
  clock,
  masterKey,
  onAuditFault,
}: Pick<ResolvedLoginOptions, "store" | "clock" | "masterKey" | "onAuditFault">): AuditTrail {
  const key = hkdfSha256(masterKey, "bourse audit trail", KEY_BYTES);
  return createAuditTrail({ store, clock, key, onFault: onAuditFault });
}
