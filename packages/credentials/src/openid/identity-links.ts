/** The identities of an account, as its owner lists, links and unlinks them. */

import { hasCode, type Store, type Transaction } from "@bourse/kernel";

import { identitiesOf, identityView, linkedAlready, type OpenIdIdentity } from "./identities.ts";
import { openIdIdentities } from "./openid-identity-document.ts";
import type { RefuseOpenId } from "./openid-refusal.ts";
import type { OpenIdSignIns } from "./openid-sign-ins.ts";
import type { RedeemedCode } from "./redeem-code.ts";

/** The account whose identities change, inside the transaction of the change. */
export interface IdentityHolder {
  /** True when the account can be logged in to without any identity. */
  readonly hasOtherWay: boolean;
}

/** Parts that the links of a core are built from. */
export interface IdentityLinksParts {
  /** Store that was opened with `openIdIdentities`. */
  readonly store: Store;
  /** Sign-ins of the core. */
  readonly signIns: OpenIdSignIns;
  /** Makes the core's own errors. */
  readonly refuse: RefuseOpenId;
  /** Sentence about what the owner of an account has to do before its last sign-in can be unlinked. */
  readonly otherWay: string;
  /**
   * Runs a change in one transaction that writes the account too, so that of two changes at once one sees the other,
   * and tells its holder `The sign-in with <fact>.`
   */
  readonly change: <T>(
    userId: string,
    fact: string,
    write: (tx: Transaction, holder: IdentityHolder) => Promise<T>,
  ) => Promise<T>;
}

/** The identities that accounts are linked with, for a core's own use. */
export interface IdentityLinks {
  /** The identities of an account, oldest first, at most 20. */
  list(userId: string): Promise<readonly OpenIdIdentity[]>;
  /**
   * Links an account with the identity of a code.
   *
   * @throws the core's error OIDC_CODE_INVALID, OIDC_UNAVAILABLE, CONFLICT, QUOTA_EXCEEDED
   */
  link(userId: string, code: RedeemedCode): Promise<OpenIdIdentity>;
  /** Unlinks an identity, but never the last way in. @throws the core's error NOT_FOUND, CONFLICT */
  unlink(userId: string, id: string): Promise<void>;
}

/** Links over a store. */
export function createIdentityLinks(parts: IdentityLinksParts): IdentityLinks {
  return Object.freeze<IdentityLinks>({
    list: async (userId) => (await identitiesOf(parts.store, userId)).map(identityView),
    link: (userId, code) => linkIdentity(parts, userId, code),
    unlink: (userId, id) => unlinkIdentity(parts, userId, id),
  });
}

async function linkIdentity(
  { signIns, change, refuse }: IdentityLinksParts,
  userId: string,
  code: RedeemedCode,
): Promise<OpenIdIdentity> {
  const proof = await signIns.redeem(code);
  const write = (tx: Transaction) => signIns.link(tx, userId, proof);
  try {
    return identityView(await change(userId, `${proof.provider} was linked`, write));
  } catch (error) {
    throw hasCode(error, "STORE_DUPLICATE") ? linkedAlready(refuse, error) : error;
  }
}

async function unlinkIdentity(
  { store, change, refuse, otherWay }: IdentityLinksParts,
  userId: string,
  id: string,
): Promise<void> {
  const noIdentity = (): Error =>
    refuse("NOT_FOUND", "The account is linked with no such identity.");
  const identity = (await store.get(openIdIdentities, id))?.value;
  if (identity?.userId !== userId) throw noIdentity();
  await change(userId, `${identity.provider} was unlinked`, async (tx, { hasOtherWay }) => {
    const identities = await identitiesOf(tx, userId);
    if (!identities.some((one) => one.id === id)) throw noIdentity();
    if (identities.length === 1 && !hasOtherWay) throw refuse("CONFLICT", otherWay);
    await tx.delete(openIdIdentities, id);
  });
}
