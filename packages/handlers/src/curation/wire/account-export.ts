/** The copy of an account as the wire spells it. */

import type { AccountExport as WireExport } from "@bourse/contract/curation";
import type { AccountExport } from "@bourse/curation-core";

import { isoSpelling, wireAuditRow } from "../../audit/list-audit.ts";
import { isoTime } from "../../time/iso-time.ts";
import {
  wireDevice,
  wireFactor,
  wireIdentity,
  wireSecondWallet,
  wireSession,
  wireUser,
} from "./account.ts";
import { wireDraftAction, wireDraftComment, wireDraftDetail, wireDraftVersion } from "./draft.ts";
import { wireMarket, wireMarketAction } from "./market.ts";

/** All that is held about an account. */
export function wireExport(given: AccountExport): WireExport {
  return {
    exported_at: isoTime(given.exportedAt),
    profile: wireUser(given.profile),
    email_verified_at: isoTime(given.profile.emailVerifiedAt),
    sessions: given.sessions.map(wireSession),
    factors: given.factors.map(wireFactor),
    identities: given.identities.map(wireIdentity),
    second_wallets: given.secondWallets.map(wireSecondWallet),
    remembered_devices: given.rememberedDevices.map(wireDevice),
    drafts: given.drafts.map((draft) => ({
      draft: wireDraftDetail(draft),
      versions: draft.versions.map(wireDraftVersion),
    })),
    comments: given.comments.map(wireDraftComment),
    draft_actions: given.draftActions.map(wireDraftAction),
    markets: given.markets.map(wireMarket),
    market_actions: given.marketActions.map(wireMarketAction),
    audit: given.audit.map((row) => wireAuditRow(row, isoSpelling)),
  };
}
