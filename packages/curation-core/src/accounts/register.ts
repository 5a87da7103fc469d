/** The registration of an account. */

import { type Origin, emailKey } from "@bourse/credentials";

import { invalid } from "../invalid.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { Registration } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";
import { withAdmin } from "./change-roles.ts";
import { checkEmail, checkNewPassword, checkUsername } from "./check-account.ts";
import { otherWallet, proofRequired, verifyGiven } from "./given-proof.ts";
import { findClaim, freeWallet } from "./move-wallet.ts";
import { type SignedIn, signIn } from "./sign-in.ts";
import { checkEmailFree, duplicate } from "./taken.ts";

/**
 * Creates an account and logs it in.
 *
 * @throws CurationError VALIDATION_ERROR, WALLET_PROOF_REQUIRED, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE,
 * FORBIDDEN, USERNAME_TAKEN, EMAIL_TAKEN, WALLET_TAKEN, RATE_LIMITED, BUSY; OIDC_CODE_INVALID, OIDC_UNAVAILABLE,
 * STATE_CONFLICT with a sign-in
 */
export async function register(
  parts: AccountsParts,
  input: Registration,
  origin: Origin = {},
): Promise<SignedIn> {
  const { store, proofs, adminCodes, adminWallets, signIns } = parts;
  const { passwords } = parts.logins;
  const wallet = proofs.parse(input.walletAddress);
  const username = checkUsername(input.username);
  const login = checkLogin(input);
  if (parts.requireWalletProof && input.message === undefined) throw proofRequired();
  await passwords.countRegistration(origin);
  const email = login?.email ?? null;
  await adminCodes.check(store, email, input.adminCode);
  const proof = await verifyGiven(proofs, input, origin);
  if (proof !== null && proof.wallet.key !== wallet.key) throw otherWallet();
  const passwordHash = login === null ? null : await passwords.hash(login.password, origin);
  const claim = proof === null ? undefined : await findClaim(parts, wallet);
  return await signIn(parts, origin, async (unit) => {
    const person = input.openId && (await signIns.take(unit.tx, input.openId));
    if (proof !== null) await proofs.use(unit.tx, proof);
    await freeWallet(parts, unit, wallet.key, { isProved: proof !== null, claim });
    const isAdmin =
      (await adminCodes.redeem(unit.tx, email, input.adminCode)) ||
      (proof !== null && (await adminWallets.isAdmin(unit.tx, wallet.key)));
    const user: UserDocument = {
      ...NEW,
      ...withAdmin([], isAdmin),
      id: parts.ids.uuid(),
      walletAddress: wallet.address,
      walletKey: wallet.key,
      walletVerified: proof !== null,
      username,
      usernameKey: username.toLowerCase(),
      email,
      emailKey: email === null ? null : emailKey(email),
      passwordHash,
      createdAt: unit.now,
      updatedAt: unit.now,
      lastLoginAt: unit.now,
    };
    if (email !== null) await checkEmailFree(parts, unit.tx, email);
    await unit.tx.insert(users, user);
    if (person !== undefined) await signIns.link(unit.tx, user.id, person);
    return { user };
  }).catch(duplicate);
}

const NEW = { displayName: null, avatarUrl: null, bio: null, totalMarketsCreated: 0 } as const;

/** Email address and password of a registration; null when both are absent. */
function checkLogin({
  email,
  password,
  username,
  walletAddress,
}: Registration): { readonly email: string; readonly password: string } | null {
  if (email === undefined && password === undefined) return null;
  if (email === undefined)
    throw invalid(["body", "email"], "is required with a password", "missing");
  if (password === undefined) {
    throw invalid(["body", "password"], "is required with an email address", "missing");
  }
  const checked = checkEmail(email);
  const own = { username, walletAddress, email: checked };
  return { email: checked, password: checkNewPassword(password, "password", own) };
}
