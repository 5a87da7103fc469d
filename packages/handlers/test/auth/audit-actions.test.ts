import type { AuditAction } from "@bourse/auth-core";
import { AuthAuditAction } from "@bourse/contract/auth";
import { expect, test } from "vitest";

import { authAuditRules } from "../../src/auth/audit.ts";

/** Names under which the rows of core events are kept; null for events without a row. */
const CORE_ROWS: Readonly<Record<AuditAction, AuthAuditAction | null>> = {
  "account.added": "account.added",
  "account.deleted": "account.deleted",
  "account.deletion_cancelled": "account.deletion_cancelled",
  "account.deletion_ordered": "account.deletion_ordered",
  "account.deletion_requested": "account.deletion_requested",
  "account.disabled": "account.disabled",
  "account.enabled": "account.enabled",
  "account.registered": "account.registered",
  "account.role_changed": "account.role_changed",
  "api_key.changed": "api_key.changed",
  "api_key.created": "api_key.created",
  "api_key.first_used": "api_key.first_used",
  "api_key.revoked": "api_key.revoked",
  "api_key.rotated": "api_key.rotated",
  "device.approved": "device.approved",
  "device.copied": "device.copied",
  "device.denied": "device.denied",
  "device.forgotten": "device.forgotten",
  "device.remembered": "device.remembered",
  "email.change_requested": "email.change_requested",
  "email.changed": "email.changed",
  "email.restored": "email.restored",
  "email.verification_sent": "email.verification_sent",
  "email.verified": "email.verified",
  "factor.added": "factor.added",
  "factor.cloned": "factor.cloned",
  "factor.failed": "factor",
  "factor.recovery_code_used": "factor.recovery_code_used",
  "factor.removed": "factor.removed",
  "factor.removed_by_operator": "factor.removed",
  "identity.linked": "identity.linked",
  "identity.unlinked": "identity.unlinked",
  "invitation.created": "invitation.created",
  "invitation.revoked": "invitation.revoked",
  "login.factor_required": "login",
  "login.failed": "login",
  "login.succeeded": "login",
  "member.added": "member.added",
  "member.changed": "member.changed",
  "member.removed": "member.removed",
  "openid.refused": "login",
  "organization.created": "organization.created",
  "organization.deleted": "organization.deleted",
  "organization.renamed": "organization.renamed",
  "password.changed": "password.changed",
  "password.reset": "password.reset",
  "password.reset_link_made": "password.reset_link_made",
  "password.reset_link_sent": "password.reset_link_sent",
  "reauthentication.failed": "reauthentication",
  "session.displaced": "session.displaced",
  "session.ended": "session.ended",
  "session.refreshed": null,
  "session.reuse_detected": "session.reuse_detected",
  "session.stepped_up": "session.stepped_up",
};

/** Acts of the trail itself and of the operator's commands, which no route and no event makes. */
const ELSEWHERE: readonly AuthAuditAction[] = [
  "audit.lost",
  "audit.strangers",
  "key.refused",
  "server.started",
  "signing_key.rotated",
];

test("the contract names every act that is recorded, and no other", () => {
  const ofRoutes = Object.values(authAuditRules).map(({ action }) => action);
  const ofCore = Object.values(CORE_ROWS).filter((name) => name !== null);
  const recorded = new Set([...ofRoutes, ...ofCore, ...ELSEWHERE]);
  expect([...recorded].sort()).toEqual([...AuthAuditAction.options].sort());
});
