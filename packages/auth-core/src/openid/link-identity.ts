/** The link of an account with an identity, by a holder of both. */

import {
  identityView,
  type OpenIdIdentity,
  type Origin,
  type RedeemedCode,
} from "@bourse/credentials";
import { hasCode } from "@bourse/kernel";

import { noAccount } from "../accounts/account-refusals.ts";
import { accounts } from "../accounts/account.ts";
import { AuthError } from "../errors.ts";
import { noticeOfIdentities } from "./notice-of-identities.ts";
import type { OpenIdActParts } from "./openid-act-parts.ts";

/** Links the account with the identity of a code; see `OpenId.link`. */
export async function linkIdentity(
  parts: OpenIdActParts,
  userId: string,
  code: RedeemedCode,
  origin: Origin = {},
): Promise<OpenIdIdentity> {
  const { store, signIns, audit } = parts;
  const proof = await signIns.redeem(code);
  const told = await noticeOfIdentities(parts, userId, `${proof.provider} was linked`);
  const identity = await store
    .transaction(async (tx) => {
      const account = (await tx.get(accounts, userId))?.value;
      if (account?.status !== "active") throw noAccount();
      const linked = await signIns.link(tx, userId, proof);
      await told(tx);
      return linked;
    })
    .catch(linkedMeanwhile);
  audit.record("identity.linked", { userId, identityId: identity.id }, origin);
  return identityView(identity);
}

function linkedMeanwhile(error: unknown): never {
  if (!hasCode(error, "STORE_DUPLICATE")) throw error;
  const message = "This sign-in is linked with an account already.";
  throw new AuthError("CONFLICT", message, { cause: error });
}
