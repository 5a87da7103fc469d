import {
  factorChallenges,
  factorDocuments,
  heldEmails,
  loginFailures,
  mailTokens,
  openIdFlows,
  openIdIdentities,
  rememberedDevices,
  sessions,
  signingKeys,
} from "@bourse/credentials";
import { type Collection, type Entity, auditCollections } from "@bourse/kernel";
import { webhookCollections } from "@bourse/outbox";

import { adminCodes, revokedWallets } from "./accounts/admin-code-document.ts";
import { draftActions } from "./drafts/draft-action.ts";
import { draftComments, drafts, draftVersions } from "./drafts/draft-document.ts";
import { draftRequests } from "./drafts/draft-request.ts";
import { counters } from "./ledger/counter-document.ts";
import { curationEvents } from "./ledger/curation-event.ts";
import { marketActions } from "./markets/market-action.ts";
import { markets } from "./markets/market-document.ts";
import { accountWallets } from "./users/account-wallet-document.ts";
import { users } from "./users/user-document.ts";
import { usedNonces } from "./wallet/nonce-document.ts";

/** The collections of a curation store, to open it with: `openStore(url, { collections: curationCollections })`. */
export const curationCollections: readonly Collection<Entity>[] = [
  users,
  accountWallets,
  adminCodes,
  revokedWallets,
  sessions,
  signingKeys,
  loginFailures,
  factorDocuments,
  factorChallenges,
  rememberedDevices,
  usedNonces,
  drafts,
  draftVersions,
  draftComments,
  draftActions,
  draftRequests,
  markets,
  marketActions,
  curationEvents,
  counters,
  mailTokens,
  heldEmails,
  openIdFlows,
  openIdIdentities,
  ...webhookCollections,
  ...auditCollections,
];
