/** The proof that begins a recovery, and later the same proof that its completion needs. */

import type { FactorAnswer, Origin } from "@bourse/credentials";
import type { StoreReader, Transaction } from "@bourse/kernel";
import { randomBytes, toBase64url } from "@bourse/kernel/platform";

import { verifyGiven } from "../accounts/given-proof.ts";
import { mailAccountOf } from "../accounts/open-mails.ts";
import { forbidden } from "../actor.ts";
import { invalid } from "../invalid.ts";
import { tellAccount } from "../ledger/account-event.ts";
import { accountWallets } from "../users/account-wallet-document.ts";
import type { RecoveryRequest } from "../users/recovery-request.ts";
import { type UserDocument, readAccount, users } from "../users/user-document.ts";
import { digestOf, recoversNothing, type WalletRecoveryParts } from "./wallet-recovery-parts.ts";

/** A proof of the account: the token of a link, or a message that a second wallet has signed. */
export interface RecoveryProof extends Partial<FactorAnswer> {
  /** Token of the link that a mail brought, `wr_…`. */
  readonly token?: string | undefined;
  /** Message from `wallets.issue` for the second wallet. */
  readonly message?: string | undefined;
  /** Signature of the message. */
  readonly signature?: string | undefined;
}

/** A recovery that waits or can be completed. Times are milliseconds since the epoch. */
export interface ProvedRecovery {
  /** Token that completes the recovery, within 30 minutes; the next proof brings another one. */
  readonly recoveryToken: string;
  /** Time from which the recovery can be completed. */
  readonly completesAt: number;
  /** Time from which the recovery has to begin again. */
  readonly expiresAt: number;
}

/** A proof that was checked and not used yet. */
interface CheckedProof extends Pick<RecoveryRequest, "by" | "key"> {
  readonly userId: string;
  /** Name of the proof in the challenge of a second factor. */
  readonly boundTo: string;
  readonly use: (tx: Transaction) => Promise<void>;
}

type Waiting = Pick<RecoveryRequest, "startedAt" | "completesAt" | "expiresAt">;

const HOUR_MILLISECONDS = 3_600_000;
/** Time for which a recovery that could be completed counts: a week. */
const OPEN_MILLISECONDS = 168 * HOUR_MILLISECONDS;
const TICKET_MILLISECONDS = HOUR_MILLISECONDS / 2;

/**
 * Begins a recovery by a proof, or renews the token of the one that the same proof has begun: its time stays.
 *
 * @throws CurationError VALIDATION_ERROR, LINK_INVALID, INVALID_CREDENTIALS, WALLET_PROOF_INVALID,
 * WALLET_NODE_UNAVAILABLE, FACTOR_REQUIRED, CHALLENGE_INVALID, RATE_LIMITED, FORBIDDEN, PASSKEYS_UNAVAILABLE
 */
export async function proveRecovery(
  parts: WalletRecoveryParts,
  input: RecoveryProof,
  origin: Origin = {},
): Promise<ProvedRecovery> {
  const { store, ledger, mail, webhooks, trail } = parts;
  const proof = await checkProof(parts, input, origin);
  const { userId, boundTo } = proof;
  const context = { origin, failed: () => undefined };
  const first = { userId, boundTo };
  const factor = await parts.factors.proveAtRecovery(first, answerOf(input), context);
  const started = await ledger.now();
  const completesAt = started + parts.recoveryWaitHours * HOUR_MILLISECONDS;
  const anew: Waiting = {
    startedAt: started,
    completesAt,
    expiresAt: completesAt + OPEN_MILLISECONDS,
  };
  const before = (await readAccount(store, userId)).value;
  const notice = await prepareStarted(parts, before, completesAt);
  const secret = toBase64url(randomBytes(32));
  const recoveryToken = `wk_${userId}_${secret}`;
  const { request, isNew } = await ledger.run(async ({ tx, now }) => {
    const { value, version } = await readAccount(tx, userId);
    if (proof.by === "email" && value.roles.length > 0 && factor === null) throw roleByMail();
    await proof.use(tx);
    await factor?.spend(tx);
    const others = (value.recoveries ?? []).filter((one) => !isOf(one, proof));
    const waiting = value.recoveries?.find((one) => isOf(one, proof) && now < one.expiresAt);
    const { startedAt, completesAt: at, expiresAt } = waiting ?? anew;
    const renewed: RecoveryRequest = {
      by: proof.by,
      key: proof.key,
      startedAt,
      completesAt: at,
      expiresAt,
      ticket: digestOf(recoveryToken),
      ticketEndsAt: now + TICKET_MILLISECONDS,
      hasFactor: factor !== null,
    };
    await tx.replace(users, { ...value, recoveries: [...others, renewed] }, version);
    if (waiting === undefined) {
      await mail.add(tx, notice);
      await tellAccount(webhooks, tx, userId, "account.recovery_started", at);
    }
    return { request: renewed, isNew: waiting === undefined };
  });
  if (isNew) {
    const facts = { account: userId, address: origin.ip ?? null, subject: userId };
    trail.append({ action: "account.recovery_started", actor: `user:${userId}`, ...facts });
  }
  return { recoveryToken, completesAt: request.completesAt, expiresAt: request.expiresAt };
}

/** True for the recovery that this proof has begun: each proof waits for itself. */
function isOf(one: RecoveryRequest, { by, key }: Pick<RecoveryRequest, "by" | "key">): boolean {
  return one.by === by && one.key === key;
}

function roleByMail(): Error {
  return forbidden(
    "This account has a role: a mail alone does not recover it. Use a second wallet, or ask an admin.",
  );
}

function answerOf({ challenge, code, credential }: RecoveryProof): FactorAnswer | undefined {
  return challenge === undefined ? undefined : { challenge, code, credential };
}

async function checkProof(
  parts: WalletRecoveryParts,
  { token, message, signature }: RecoveryProof,
  origin: Origin,
): Promise<CheckedProof> {
  const isSigned = message !== undefined || signature !== undefined;
  if (token !== undefined && !isSigned) return await byMail(parts, token);
  if (token !== undefined || !isSigned) {
    const needed = "must contain a token, or message and signature";
    throw invalid(["body"], needed, "missing");
  }
  return await byWallet(parts, { message, signature }, origin);
}

async function byMail({ mail }: WalletRecoveryParts, token: string): Promise<CheckedProof> {
  const { account } = await mail.holder("wallet_recovery", token);
  return {
    by: "email",
    userId: account.id,
    key: account.emailKey,
    boundTo: digestOf(token),
    use: async (tx) => {
      await mail.holder("wallet_recovery", token, tx);
      await mail.endLinks(tx, account.id, ["wallet_recovery"]);
    },
  };
}

async function byWallet(
  { store, proofs }: WalletRecoveryParts,
  given: Pick<RecoveryProof, "message" | "signature">,
  origin: Origin,
): Promise<CheckedProof> {
  const { message, signature } = given;
  const verified = await verifyGiven(
    proofs,
    { ...(message !== undefined && { message }), ...(signature !== undefined && { signature }) },
    origin,
  );
  if (verified === null) throw recoversNothing();
  const { key } = verified.wallet;
  const userId = await ownerOf(store, key);
  return {
    by: "wallet",
    userId,
    key,
    boundTo: digestOf(verified.nonce),
    use: async (tx) => {
      if ((await ownerOf(tx, key)) !== userId) throw recoversNothing();
      await proofs.use(tx, verified);
    },
  };
}

/** The account of a second wallet. @throws CurationError INVALID_CREDENTIALS */
async function ownerOf(reader: Pick<StoreReader, "get">, key: string): Promise<string> {
  const userId = (await reader.get(accountWallets, key))?.value.userId;
  const user = userId === undefined ? undefined : (await reader.get(users, userId))?.value;
  if (user === undefined || user.isErased === true) throw recoversNothing();
  return user.id;
}

/** The notice of a recovery that begins; undefined without an address or without mails. */
async function prepareStarted(
  { mail }: WalletRecoveryParts,
  user: UserDocument,
  completesAt: number,
): ReturnType<WalletRecoveryParts["mail"]["prepareNotice"]> {
  const account = mailAccountOf(user);
  if (account === undefined) return undefined;
  const { email: to, name } = account;
  return await mail.prepareNotice({ kind: "recovery_started", to, name, completesAt });
}
