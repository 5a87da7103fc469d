/** The end of a link between an account and an identity. */

import { identitiesOf, openIdIdentities, type Origin } from "@bourse/credentials";

import { accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import { noticeOfIdentities } from "./notice-of-identities.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Unlinks an identity, but never the last way in. @throws AuthError NOT_FOUND, CONFLICT */
export async function unlinkIdentity(
  parts: OpenIdActParts,
  userId: string,
  id: string,
  origin: Origin = {},
): Promise<void> {
  const { store, audit } = parts;
  const identity = (await store.get(openIdIdentities, id))?.value;
  if (identity?.userId !== userId) throw noIdentity();
  const told = await noticeOfIdentities(parts, userId, `${identity.provider} was unlinked`);
  await store.transaction(async (tx) => {
    const found = await tx.get(openIdIdentities, id);
    const account = await tx.get(accounts, userId);
    if (found?.value.userId !== userId || account === undefined) throw noIdentity();
    const isLast = (await identitiesOf(tx, userId)).length === 1;
    if (isLast && account.value.passwordHash === "") throw lastWayIn();
    // Of two calls at once that unlink the last two identities one has to see the other.
    await tx.replace(accounts, account.value, account.version);
    await tx.delete(openIdIdentities, id);
    await told(tx);
  });
  audit.record("identity.unlinked", { userId, identityId: id }, origin);
}

function noIdentity(): AuthError {
  return new AuthError("NOT_FOUND", "The account is linked with no such identity.");
}

function lastWayIn(): AuthError {
  const message =
    "The account has no password, and this is its only sign-in: set a password by the link for forgotten ones first.";
  return new AuthError("CONFLICT", message);
}
