/** Handlers of organizations, their members and the invitations to them; API keys open none of these routes. */

import type { AuthCore, Identity } from "@bourse/auth-core";
import type { HandlerContext, Handlers } from "@bourse/contract";
import type { AuthApi } from "@bourse/contract/auth";

import { noteForAudit } from "../audit/audited.ts";
import { originOf } from "./origin.ts";
import { steppedUp } from "./stepped-up.ts";
import { wireInvitation, wireMember, wireOrganization } from "./wire/organizations.ts";

type Routes = Pick<
  AuthApi["routes"],
  | "createOrganization"
  | "listOrganizations"
  | "getOrganization"
  | "updateOrganization"
  | "deleteOrganization"
  | "listMembers"
  | "updateMember"
  | "removeMember"
  | "createInvitation"
  | "listInvitations"
  | "acceptInvitation"
  | "revokeInvitation"
>;

/** Handlers of the routes of organizations. */
export function organizationHandlers(core: AuthCore<string>): Handlers<Routes, Identity<string>> {
  const { organizations } = core;
  return {
    createOrganization: async ({ body }, context) =>
      wireOrganization(
        await organizations.create(context.identity.userId, body, originOf(context)),
      ),

    listOrganizations: async (_input, { identity }) =>
      (await organizations.list(identity.userId)).map(wireOrganization),

    getOrganization: async ({ params: { id } }, { identity }) =>
      wireOrganization(await organizations.get(identity.userId, id)),

    async updateOrganization({ params: { id }, body: { name } }, context) {
      const { userId } = context.identity;
      const before = await organizations.get(userId, id);
      const after = await organizations.rename(userId, id, name, originOf(context));
      noteForAudit(context, { "name.from": before.name });
      return wireOrganization(after);
    },

    async deleteOrganization({ params: { id } }, context) {
      const { userId } = context.identity;
      await organizations.requireRole(userId, id, "owner");
      await steppedUp(core, context.identity);
      await noteName(core, context, id);
      await organizations.remove(userId, id, originOf(context));
      return { id };
    },

    listMembers: async ({ params: { id } }, { identity }) =>
      (await organizations.members(identity.userId, id)).map(wireMember),

    async updateMember({ params, body: { role } }, context) {
      const { userId } = context.identity;
      await organizations.requireRole(userId, params.id, "member");
      await steppedUp(core, context.identity);
      const member = { userId: params.userId, role };
      await noteName(core, context, params.id);
      const members = await organizations.members(userId, params.id);
      const before = members.find((one) => one.userId === params.userId)?.role;
      noteForAudit(context, { "role.from": before ?? null });
      const origin = originOf(context);
      return wireMember(await organizations.changeRole(userId, params.id, member, origin));
    },

    async removeMember({ params }, context) {
      const { userId } = context.identity;
      await organizations.requireRole(userId, params.id, "member");
      if (params.userId !== userId) await steppedUp(core, context.identity);
      await noteName(core, context, params.id);
      await organizations.removeMember(userId, params.id, params.userId, originOf(context));
      return { userId: params.userId };
    },

    async createInvitation({ body: { organizationId, email, role } }, context) {
      const { userId } = context.identity;
      await organizations.requireRole(userId, organizationId, "admin");
      await steppedUp(core, context.identity);
      await noteName(core, context, organizationId);
      const asked = { organizationId, email, ...(role === undefined ? {} : { role }) };
      return wireInvitation(await organizations.invite(userId, asked, originOf(context)));
    },

    listInvitations: async ({ query: { organizationId } }, { identity }) =>
      (await organizations.invitations(identity.userId, organizationId)).map(wireInvitation),

    acceptInvitation: async ({ body }, context) =>
      wireOrganization(
        await organizations.acceptInvitation(context.identity.userId, body, originOf(context)),
      ),

    async revokeInvitation({ params: { id } }, context) {
      await organizations.revokeInvitation(context.identity.userId, id, originOf(context));
      return { id };
    },
  };
}

/** Adds the organization's name to the row of the call in the audit trail. @throws AuthError NOT_FOUND */
async function noteName(
  { organizations }: Pick<AuthCore<string>, "organizations">,
  context: HandlerContext<Identity<string>>,
  id: string,
): Promise<void> {
  const { name } = await organizations.get(context.identity.userId, id);
  noteForAudit(context, { name });
}
