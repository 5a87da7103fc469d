/** Organizations, their members and invitations as the wire spells them. */

import type { Invitation, Member, Organization } from "@bourse/auth-core";
import type {
  Invitation as WireInvitation,
  Member as WireMember,
  Organization as WireOrganization,
} from "@bourse/contract/auth";

import { isoTime } from "../../time/iso-time.ts";

/** An organization as the wire spells it. */
export function wireOrganization({ createdAt, ...rest }: Organization): WireOrganization {
  return { ...rest, createdAt: isoTime(createdAt) };
}

/** A member as the wire spells it. */
export function wireMember({ joinedAt, emailVerifiedAt, ...rest }: Member): WireMember {
  return { ...rest, emailVerifiedAt: isoTime(emailVerifiedAt), joinedAt: isoTime(joinedAt) };
}

/** An invitation as the wire spells it. */
export function wireInvitation({ createdAt, expiresAt, ...rest }: Invitation): WireInvitation {
  return { ...rest, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
}
