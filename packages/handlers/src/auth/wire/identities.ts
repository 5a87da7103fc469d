/** Identities at OpenID providers as the wire spells them. */

import type { OpenIdIdentity } from "@bourse/auth-core";
import type { LinkedIdentity } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** An identity with its times as the wire spells them. */
export function wireIdentity({ createdAt, lastUsedAt, ...rest }: OpenIdIdentity): LinkedIdentity {
  return {
    ...rest,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  };
}
