/** The copy of an account as the wire spells it: named fields only, so that no secret can slip through. */

import type { AccountExport, ExportedApiKey, ExportedProfile } from "@bourse/auth-core";
import type {
  AccountExport as WireExport,
  ExportedApiKey as WireKey,
  ExportedProfile as WireProfile,
} from "@bourse/contract/auth";

import { wireAuditRow, isoSpelling } from "../../audit/list-audit.ts";
import { isoTime } from "../../time/iso-time.ts";
import { wireKey } from "./api-keys.ts";
import { wireFactor } from "./factors.ts";
import { wireIdentity } from "./identities.ts";
import { wireOrganization } from "./organizations.ts";
import { wireDeployment, wireTransaction, wireUsage } from "./records.ts";
import { wireDevice } from "./remembered-devices.ts";
import { wireSession } from "./sessions.ts";

/** All that is held about an account, asked for by its session `sessionId`. */
export function wireExport(given: AccountExport, sessionId: string | null): WireExport {
  return {
    exportedAt: isoTime(given.exportedAt),
    profile: wireProfile(given.profile),
    sessions: given.sessions.map((session) => wireSession(session, sessionId)),
    factors: given.factors.map(wireFactor),
    rememberedDevices: given.rememberedDevices.map(wireDevice),
    identities: given.identities.map(wireIdentity),
    apiKeys: given.apiKeys.map(wireExportedKey),
    deployments: given.deployments.map(wireDeployment),
    transactions: given.transactions.map(wireTransaction),
    organizations: given.organizations.map(wireOrganization),
    usage: wireUsage(given.usage),
    audit: given.audit.map((row) => wireAuditRow(row, isoSpelling)),
  };
}

function wireProfile(profile: ExportedProfile): WireProfile {
  const { id, email, name, status, role } = profile;
  return {
    id,
    email,
    name,
    status,
    role,
    createdAt: isoTime(profile.createdAt),
    passwordChangedAt: isoTime(profile.passwordChangedAt),
    emailVerifiedAt: isoTime(profile.emailVerifiedAt),
    lastLoginAt: isoTime(profile.lastLoginAt),
    deletesAt: isoTime(profile.deletesAt),
  };
}

function wireExportedKey(key: ExportedApiKey): WireKey {
  return { ...wireKey(key), revokedAt: isoTime(key.revokedAt) };
}
