/** The copy of all that is held about an account, without secrets. */

import {
  auditRowsAbout,
  type Factor,
  identitiesOf,
  identityView,
  type OpenIdIdentity,
  type RememberedDevice,
} from "@bourse/credentials";
import {
  type AuditRow,
  type Collection,
  type Entity,
  everyDocument,
  type FindQuery,
  type Store,
} from "@bourse/kernel";

import { type Session, sessionView } from "../accounts/login-sessions.ts";
import type { Actor } from "../actor.ts";
import { type DraftAction, draftActions, draftActionView } from "../drafts/draft-action.ts";
import { draftComments, drafts, draftVersions } from "../drafts/draft-document.ts";
import { draftCommentView, draftDetailView, draftVersionView } from "../drafts/draft-view.ts";
import type { DraftComment, DraftDetail, DraftVersion } from "../drafts/draft.ts";
import { type MarketAction, marketActions, marketActionView } from "../markets/market-action.ts";
import { type MarketDocument, markets } from "../markets/market-document.ts";
import { marketView } from "../markets/market-view.ts";
import type { Market } from "../markets/market.ts";
import { type SecondWallet, secondWallets } from "../recovery/second-wallets.ts";
import { readAccount, userView } from "../users/user-document.ts";
import type { User } from "../users/user.ts";
import type { PersonalDataParts } from "./personal-data-parts.ts";

/** Profile of an exported account. All times in milliseconds since the Unix epoch (UTC). */
export interface ExportedProfile extends User {
  /** Time at which the owner proved the email address; null until then. */
  readonly emailVerifiedAt: number | null;
}

/** A draft of an exported account, with its conversation and its versions. */
export interface ExportedDraft extends DraftDetail {
  /** Versions, oldest first. */
  readonly versions: readonly DraftVersion[];
}

/** All that is held about an account. All times in milliseconds since the Unix epoch (UTC). */
export interface AccountExport {
  /** Time of the copy. */
  readonly exportedAt: number;
  /** The account itself, without its password hash. */
  readonly profile: ExportedProfile;
  /** Live sessions, newest first. */
  readonly sessions: readonly Session[];
  /** Second factors without their secrets. */
  readonly factors: readonly Factor[];
  /** Identities at OpenID providers that sign in to the account, oldest first. */
  readonly identities: readonly OpenIdIdentity[];
  /** Second wallets, newest first. */
  readonly secondWallets: readonly SecondWallet[];
  /** Remembered devices without their secrets, newest first. */
  readonly rememberedDevices: readonly RememberedDevice[];
  /** Drafts, oldest first. */
  readonly drafts: readonly ExportedDraft[];
  /** Comments that the account wrote, also on drafts of others, oldest first. */
  readonly comments: readonly DraftComment[];
  /** Acts of the account on drafts, oldest first. */
  readonly draftActions: readonly DraftAction[];
  /** Markets that were made of the account's drafts, oldest first. */
  readonly markets: readonly Market[];
  /** Acts of the account on markets, oldest first. */
  readonly marketActions: readonly MarketAction[];
  /** Newest rows of the audit trail about the account, at most 10,000. */
  readonly audit: readonly AuditRow[];
}

/** Copies what is held about an account. @throws CurationError NOT_FOUND */
export async function exportAccount(
  { store, logins, factors, trail, clock }: PersonalDataParts,
  actor: Actor,
): Promise<AccountExport> {
  const { id } = actor;
  const account = (await readAccount(store, id)).value;
  const exportedAt = clock.now();
  const ofActor = { index: "by_actor", equals: [id] } as const;
  const ofCreator = { index: "by_creator", equals: [id] } as const;
  const exported: ExportedDraft[] = [];
  for await (const { value } of everyDocument(store, drafts, ofCreator)) {
    const ofDraft = { index: "by_draft", equals: [value.id] } as const;
    const versions = await viewsOf(store, draftVersions, ofDraft, draftVersionView);
    exported.push({ ...draftDetailView(value), versions });
  }
  const written = { index: "by_author", equals: [id] } as const;
  const marketAt = (market: MarketDocument): Market => marketView(market, actor, exportedAt);
  const sessions = await logins.sessions.list(id);
  return {
    exportedAt,
    profile: { ...userView(account), emailVerifiedAt: account.emailVerifiedAt ?? null },
    sessions: sessions.map((session) => sessionView(session, actor.sessionId)),
    factors: await factors.list(id),
    identities: (await identitiesOf(store, id)).map(identityView),
    secondWallets: await secondWallets({ store }, id),
    rememberedDevices: await factors.devices(id),
    drafts: exported,
    comments: await viewsOf(store, draftComments, written, (one) => draftCommentView(one, actor)),
    draftActions: await viewsOf(store, draftActions, ofActor, draftActionView),
    markets: await viewsOf(store, markets, ofCreator, marketAt),
    marketActions: await viewsOf(store, marketActions, ofActor, marketActionView),
    audit: await auditRowsAbout(trail, id),
  };
}

async function viewsOf<T extends Entity, Index extends string, View>(
  store: Store,
  collection: Collection<T, Index>,
  query: FindQuery<Index>,
  view: (document: T) => View,
): Promise<readonly View[]> {
  const views: View[] = [];
  for await (const { value } of everyDocument(store, collection, query)) views.push(view(value));
  return views;
}
