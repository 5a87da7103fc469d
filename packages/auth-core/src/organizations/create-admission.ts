/** Registrations by invitations. */

import { emailKey } from "@bourse/credentials";

import {
  type Admission,
  type Entry,
  type Registration,
  registrationClosed,
} from "../accounts/admission.ts";
import { join, usedInvitation } from "./accept-invitation.ts";
import { findInvitation } from "./invitation.ts";
import type { OrganizationsParts } from "./organizations-parts.ts";

const OPEN: Entry = Object.freeze({
  isProved: false,
  enter: () => Promise.resolve(),
  entered: () => undefined,
});

/** Admits registrations as the setting has it; an invitation makes the new account a member. */
export function createAdmission(
  parts: Pick<OrganizationsParts, "store" | "audit" | "clock" | "emit">,
  registration: Registration,
): Admission {
  const { store, audit, clock } = parts;
  return {
    admit: async (email, token) => {
      if (registration === "closed" || (registration === "invite" && token === undefined)) {
        throw registrationClosed(registration);
      }
      if (token === undefined) return OPEN;
      const invitationIn = async (reader: Parameters<typeof findInvitation>[0]) => {
        const found = await findInvitation(reader, token, clock.now());
        if (found === undefined || found.emailKey !== emailKey(email)) throw usedInvitation();
        return found;
      };
      const { organizationId } = await invitationIn(store);
      return {
        isProved: true,
        enter: async (tx, userId) => join(parts, tx, await invitationIn(tx), userId, clock.now()),
        entered: (userId, origin) =>
          audit.record("member.added", { userId, organizationId }, origin),
      };
    },
  };
}
