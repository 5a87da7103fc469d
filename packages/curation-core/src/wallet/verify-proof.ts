/** The verification of a signed message. */

import type { Origin } from "@bourse/credentials";
import { sha256 } from "@bourse/kernel/platform";

import { CurationError } from "../errors.ts";
import { type ProofActParts, chainOf, siteOf } from "./proof-parts.ts";
import { refused, refusedSpelling } from "./proof-refusal.ts";
import { addressToSpell, isForSolana, parseSignInMessage } from "./sign-in-message.ts";
import { type VerifiedProof, checkUnused } from "./use-proof.ts";
import { verifyMessage } from "./verify-message.ts";

const RETRY_AFTER_SECONDS = 5;

/** A message as it was signed, with its signature. */
interface SignedMessage {
  readonly message: string;
  readonly signature: string;
}

/**
 * Verifies message and signature; wrong signatures are counted by wallet and origin, or by the session.
 *
 * @throws CurationError WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED
 */
export async function verifyProof(
  parts: ProofActParts,
  proof: SignedMessage,
  by: { readonly origin: Origin; readonly session?: string | null },
): Promise<VerifiedProof> {
  const verified = await readMessage(parts, proof.message);
  const attempt = { account: `wallet ${verified.wallet.key}`, ...by };
  const { matches, isSpent } = await parts.passwords.limit(attempt, () =>
    checkSignature(parts, verified, proof),
  );
  if (!matches) throw refused(isSpent ? "nonce" : "signature");
  return verified;
}

/** Wallet and nonce of a message that was issued here and is valid now. @throws CurationError WALLET_PROOF_INVALID */
async function readMessage(parts: ProofActParts, message: string): Promise<VerifiedProof> {
  const fields = parseSignInMessage(message);
  if (fields === undefined) throw refusedText(message);
  const { nonce } = fields;
  const wallet = parts.verifier.parse(fields.address);
  const expiresAt = wallet === undefined ? undefined : parts.seal.expiryOf(nonce, wallet.key);
  if (wallet === undefined || expiresAt === undefined) throw refused("nonce");
  await checkUnused(parts, parts.store, { nonce, expiresAt });
  const { domain, uri } = siteOf(parts, fields.domain);
  const expected = { domain, uri, chainId: chainOf(parts, wallet), now: parts.clock.now() };
  const fault = verifyMessage(fields, expected);
  if (fault !== null) throw refused(fault);
  return { wallet, nonce, expiresAt };
}

/** The error of a text that does not follow the grammar. */
function refusedText(message: string): CurationError {
  const address = addressToSpell(message);
  if (address !== undefined) return refusedSpelling(address);
  return refused(isForSolana(message) ? "malformed_solana" : "malformed");
}

/** Checks the signature; that of an EVM wallet, which may cause calls to a node, once for a nonce. */
async function checkSignature(
  { verifier, once }: Pick<ProofActParts, "verifier" | "once">,
  { wallet, nonce, expiresAt }: VerifiedProof,
  { message, signature }: SignedMessage,
): Promise<{ readonly matches: boolean; readonly isSpent: boolean }> {
  const check = (): Promise<boolean> =>
    verifier.verify(wallet, message, signature).catch(unavailable);
  if (wallet.chain !== "evm") return { matches: await check(), isSpent: false };
  const given = sha256(JSON.stringify([message, signature]), "hex");
  return await once({ nonce, expiresAt, given }, check);
}

function unavailable(cause: unknown): never {
  const message =
    "The EVM node that verifies contract wallets did not answer; the nonce stays valid, try again.";
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  throw new CurationError("WALLET_NODE_UNAVAILABLE", message, { cause, details });
}
