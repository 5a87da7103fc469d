/** The identities at providers that an account is linked with: known by issuer and subject, never by an address. */

import type { StoreReader, Transaction } from "@bourse/kernel";

import { emailKey } from "../email/email.ts";
import type { OpenIdProof } from "./openid-client.ts";
import { type OpenIdIdentityDocument, openIdIdentities } from "./openid-identity-document.ts";
import type { OpenIdParts } from "./openid-parts.ts";
import type { RefuseOpenId } from "./openid-refusal.ts";

/** Maximum number of identities of one account. */
const MAX_IDENTITIES = 20;

/** A linked identity as its owner sees it. All times in milliseconds since the Unix epoch (UTC). */
export type OpenIdIdentity = Omit<OpenIdIdentityDocument, "userId" | "provedEmailKey">;

/** The identities of an account, oldest first, at most 20. */
export async function identitiesOf(
  reader: Pick<StoreReader, "find">,
  userId: string,
): Promise<readonly OpenIdIdentityDocument[]> {
  const query = { index: "by_user", equals: [userId], limit: MAX_IDENTITIES } as const;
  return (await reader.find(openIdIdentities, query)).items.map(({ value }) => value);
}

/** The part of an identity that its owner sees. */
export function identityView(identity: OpenIdIdentityDocument): OpenIdIdentity {
  const { userId: _owner, provedEmailKey: _key, ...view } = identity;
  return view;
}

/** The identity that was proved; undefined when no account is linked with it. */
export async function findIdentity(
  reader: Pick<StoreReader, "find">,
  { issuer, subject }: OpenIdProof,
): Promise<OpenIdIdentityDocument | undefined> {
  const query = { index: "by_subject", equals: [issuer, subject], limit: 1 } as const;
  return (await reader.find(openIdIdentities, query)).items[0]?.value;
}

/**
 * Links an account with the identity that was proved, in the caller's transaction.
 *
 * @throws the core's error CONFLICT when an account is linked with it, QUOTA_EXCEEDED
 */
export async function addIdentity(
  { clock, ids, refuse }: Pick<OpenIdParts, "clock" | "ids" | "refuse">,
  tx: Transaction,
  userId: string,
  proof: OpenIdProof,
): Promise<OpenIdIdentityDocument> {
  if ((await findIdentity(tx, proof)) !== undefined) throw linkedAlready(refuse);
  if ((await identitiesOf(tx, userId)).length >= MAX_IDENTITIES) {
    const details = { what: "identities", limit: MAX_IDENTITIES };
    throw refuse("QUOTA_EXCEEDED", `An account has at most ${MAX_IDENTITIES} identities.`, {
      details,
    });
  }
  const { provider, issuer, subject, email, isEmailVerified } = proof;
  const identity: OpenIdIdentityDocument = {
    id: ids.uuid(),
    userId,
    provider,
    issuer,
    subject,
    email,
    provedEmailKey: email !== null && isEmailVerified ? emailKey(email) : null,
    createdAt: clock.now(),
    lastUsedAt: null,
  };
  await tx.insert(openIdIdentities, identity);
  return identity;
}

/** The error of an identity that an account, this or another one, is linked with. */
export function linkedAlready(refuse: RefuseOpenId, cause?: unknown): Error {
  const message = "This sign-in is linked with an account already.";
  return refuse("CONFLICT", message, cause === undefined ? {} : { cause });
}

/** Notes a sign-in by an identity that is still the account's; false when it is not. */
export async function noteSignIn(
  tx: Transaction,
  { id, userId }: OpenIdIdentityDocument,
  now: number,
): Promise<boolean> {
  const found = await tx.get(openIdIdentities, id);
  if (found?.value.userId !== userId) return false;
  await tx.replace(openIdIdentities, { ...found.value, lastUsedAt: now }, found.version);
  return true;
}

/**
 * Unlinks the identities of an account but those whose provider has verified this very address: whoever opened a link
 * in its mails may not know of the others. Resolves to the number of them.
 */
export async function removeForeignIdentities(
  tx: Transaction,
  userId: string,
  email: string,
): Promise<number> {
  const own = emailKey(email);
  const foreign = (await identitiesOf(tx, userId)).filter((one) => one.provedEmailKey !== own);
  for (const { id } of foreign) await tx.delete(openIdIdentities, id);
  return foreign.length;
}
