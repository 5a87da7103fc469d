/** Second factors as the wire spells them. */

import type { Factor } from "@bourse/auth-core";
import type { Factor as WireFactor } from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** A second factor in the list of its owner. */
export function wireFactor({
  id,
  kind,
  name,
  createdAt,
  lastUsedAt,
  recoveryCodes,
}: Factor): WireFactor {
  return {
    id,
    kind,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    recoveryCodes,
  };
}
