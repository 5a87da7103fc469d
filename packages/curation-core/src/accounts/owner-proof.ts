/**
 * Proof that a change of a credential comes from the account's owner and not from the finder of an access token: a
 * credential that could log in to the account, or the refresh token where the account has none.
 */

import type { Origin } from "@bourse/credentials";
import type { Transaction } from "@bourse/kernel";

import type { Actor } from "../actor.ts";
import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { type UserDocument, users } from "../users/user-document.ts";
import type { VerifiedProof } from "../wallet/use-proof.ts";
import type { OwnerProof, WalletProof } from "./account-input.ts";
import type { AccountsParts } from "./accounts-parts.ts";

/** An account whose owner has proven to make the change. */
export interface ProvedOwner {
  /** The account as it was when the proof was checked. */
  readonly user: UserDocument;
  /** True when the proof was the password. */
  readonly isByPassword: boolean;
  /**
   * Consumes the proof inside the transaction of the change, in which the account is read as `now`.
   *
   * @throws CurationError INVALID_CREDENTIALS when a credential was changed in the meantime, WALLET_PROOF_INVALID
   */
  readonly use: (tx: Transaction, now: UserDocument) => Promise<void>;
}

type Parts = Pick<AccountsParts, "store" | "logins" | "proofs">;

/**
 * Checks the proof of an account's owner.
 *
 * @throws CurationError NOT_FOUND, REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, INVALID_TOKEN, TOKEN_EXPIRED,
 * VALIDATION_ERROR, WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED, BUSY
 */
export async function proveOwner(
  parts: Parts,
  actor: Actor,
  proof: OwnerProof,
  origin: Origin,
): Promise<ProvedOwner> {
  const user = (await parts.store.get(users, actor.id))?.value;
  if (user === undefined) throw new CurationError("NOT_FOUND", "There is no such user.");
  const { currentPassword, currentMessage, currentSignature, refreshToken } = proof;
  let verified: VerifiedProof | null = null;
  if (currentMessage !== undefined || currentSignature !== undefined) {
    if (currentMessage === undefined || currentSignature === undefined) throw halfProof();
    const given = { message: currentMessage, signature: currentSignature };
    verified = await byWallet(parts, actor, user, given, origin);
  } else if (currentPassword !== undefined) {
    await byPassword(parts, actor, user, currentPassword, origin);
  } else if (hasCredential(user) || refreshToken === undefined) throw required(user);
  else await byRefreshToken(parts, actor, refreshToken);
  return {
    user,
    isByPassword: verified === null && hasCredential(user),
    use: async (tx: Transaction, now: UserDocument): Promise<void> => {
      const isSame =
        now.passwordHash === user.passwordHash &&
        now.walletKey === user.walletKey &&
        now.walletVerified === user.walletVerified;
      if (!isSame) throw wrong("A credential of the account was changed in the meantime.");
      if (verified !== null) await parts.proofs.use(tx, verified);
    },
  };
}

const HOUR_MILLISECONDS = 3_600_000;

/**
 * Passes unless the proof is a password that a link has reset within the waiting time of a recovery: a mailbox alone
 * must not replace a proved wallet any sooner.
 *
 * @throws CurationError REAUTHENTICATION_REQUIRED
 */
export function requireLastingProof(
  { user, isByPassword }: Pick<ProvedOwner, "user" | "isByPassword">,
  now: number,
  waitHours: number,
): void {
  const { walletVerified, passwordResetAt = -Infinity } = user;
  const from = passwordResetAt + waitHours * HOUR_MILLISECONDS;
  if (!isByPassword || !walletVerified || now >= from) return;
  throw new CurationError(
    "REAUTHENTICATION_REQUIRED",
    `The password was reset by a link: until ${new Date(from).toISOString()} a change of wallets needs a message signed by the current wallet; without it, recover the account.`,
  );
}

async function byPassword(
  { logins }: Parts,
  actor: Actor,
  user: UserDocument,
  password: string,
  origin: Origin,
): Promise<void> {
  const { passwordHash, emailKey } = user;
  // Counted by the session: a stranger who fails to log in must not keep its holder from changing a credential.
  const attempt = { account: emailKey ?? user.id, origin, session: actor.sessionId };
  const { matches } = await logins.passwords.verify({ ...attempt, passwordHash, password });
  if (!matches) throw wrong("The current password is wrong.");
}

async function byWallet(
  { proofs }: Parts,
  actor: Actor,
  user: UserDocument,
  proof: WalletProof,
  origin: Origin,
): Promise<VerifiedProof> {
  const verified = await proofs.verify(proof, { origin, session: actor.sessionId });
  if (user.walletVerified && verified.wallet.key === user.walletKey) return verified;
  throw wrong("The current message is not signed by the account's proven wallet.");
}

async function byRefreshToken(
  { logins }: Parts,
  actor: Actor,
  refreshToken: string,
): Promise<void> {
  if (actor.sessionId !== null && refreshToken.startsWith(`rt_${actor.sessionId}_`)) {
    await logins.sessions.refresh(refreshToken);
  } else throw wrong("The refresh token does not belong to the session of the access token.");
}

/** True when a password or a proven wallet can log in to the account. */
function hasCredential({ passwordHash, walletVerified }: UserDocument): boolean {
  return passwordHash !== null || walletVerified;
}

function required(user: UserDocument): CurationError {
  const ways = [
    ...(user.passwordHash === null ? [] : ["the current password"]),
    ...(user.walletVerified ? ["a message signed by the current wallet"] : []),
    ...(hasCredential(user) ? [] : ["the refresh token of this session"]),
  ];
  return new CurationError(
    "REAUTHENTICATION_REQUIRED",
    `An access token alone cannot change a credential; also send ${ways.join(" or ")}.`,
  );
}

function wrong(message: string): CurationError {
  return new CurationError("INVALID_CREDENTIALS", message);
}

function halfProof(): CurationError {
  const message = "current message and current signature must be given together";
  return invalid(["body", "currentSignature"], message, "missing");
}
