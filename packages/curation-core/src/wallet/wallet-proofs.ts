/**
 * Proofs of wallet ownership: this service writes the whole message and later accepts exactly its bytes. Any other
 * message must follow the strict grammar and name this service, the address and a nonce that was issued here.
 */

import type { LoginPasswords, Origin } from "@bourse/credentials";
import {
  type Clock,
  type Ids,
  type RateLimitDecision,
  type Store,
  type StoreReader,
  type Transaction,
  createRateLimiter,
  deleteFound,
  limitKey,
} from "@bourse/kernel";
import { sha256 } from "@bourse/kernel/platform";

import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { usedNonces } from "./nonce-document.ts";
import { createNonceSeal } from "./nonce-seal.ts";
import { isForSolana, parseSignInMessage, writeSignInMessage } from "./sign-in-message.ts";
import { type MessageFault, verifyMessage } from "./verify-message.ts";
import { createVerifyOnce } from "./verify-once.ts";
import type { WalletAddress, WalletVerifier } from "./wallet-verifier.ts";

/** A nonce with the message to sign. */
export interface IssuedNonce {
  /** The nonce in the message: valid for one proof. */
  readonly nonce: string;
  /** The whole message to be signed, byte for byte. */
  readonly message: string;
  /** Expiry time of the nonce in milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Nonces for wallet proofs. */
export interface WalletProofs {
  /**
   * Issues a nonce, valid for one proof within five minutes (option `nonceSeconds`); it survives a restart. Nothing is
   * stored for it.
   *
   * @throws CurationError VALIDATION_ERROR when the text is not an EVM or Solana address; RATE_LIMITED when the origin
   * has asked for more than `noncesPerMinute`
   */
  issue(walletAddress: string, origin?: Origin): Promise<IssuedNonce>;
}

/** A verified signature whose nonce has not been used yet. */
export interface VerifiedProof {
  readonly wallet: WalletAddress;
  readonly nonce: string;
  readonly expiresAt: number;
}

/** Verification of wallet proofs. */
export interface ProofVerifier extends WalletProofs {
  /** Parses a wallet address. @throws CurationError VALIDATION_ERROR */
  parse(walletAddress: string): WalletAddress;
  /**
   * Verifies message and signature. Call it outside a transaction, because it may call an EVM node: once for a nonce,
   * whatever is sent with it. Wrong signatures are counted by wallet and origin, or by the session.
   *
   * @throws CurationError WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE, RATE_LIMITED
   */
  verify(
    proof: { readonly message: string; readonly signature: string },
    by: { readonly origin: Origin; readonly session?: string | null },
  ): Promise<VerifiedProof>;
  /** Consumes the nonce inside the transaction that the proof is for. @throws CurationError WALLET_PROOF_INVALID */
  use(tx: Transaction, proof: VerifiedProof): Promise<void>;
  /** Deletes used nonces a day after their expiry, at most 1000 a call. */
  sweep(): Promise<void>;
}

/** The parts that wallet proofs are built from. */
export interface ProofParts {
  readonly store: Store;
  readonly verifier: WalletVerifier;
  readonly domain: string;
  readonly uri: string;
  readonly chainId: number;
  readonly solanaChain: string;
  readonly nonceSeconds: number;
  readonly noncesPerMinute: number;
  readonly masterKey: Uint8Array;
  /** Throttle that wrong signatures are counted by. */
  readonly passwords: Pick<LoginPasswords, "limit">;
  readonly clock: Clock;
  readonly ids: Ids;
}

const STATEMENT = "Sign in to curate markets. This costs nothing and moves no funds.";

/** Creates the wallet proofs of a core. */
export function createWalletProofs(parts: ProofParts): ProofVerifier {
  const { store, verifier, clock } = parts;
  const once = createVerifyOnce(clock);
  const seal = createNonceSeal(parts.masterKey, parts.ids);
  const limiter = createRateLimiter({
    limit: parts.noncesPerMinute,
    periodMilliseconds: 60_000,
    clock,
  });

  const chainOf = ({ chain }: WalletAddress): string =>
    chain === "evm" ? String(parts.chainId) : parts.solanaChain;

  const parse = (text: string): WalletAddress => {
    const wallet = verifier.parse(text);
    if (wallet !== undefined) return wallet;
    const expected =
      "must be an EVM address (0x and 40 hex digits, EIP-55 when in mixed case) or a Solana";
    throw invalid(["walletAddress"], `${expected} address`, "wallet_address");
  };

  const checkUnused = async (reader: StoreReader, nonce: string, end: number): Promise<void> => {
    if ((await reader.get(usedNonces, nonce)) !== undefined) throw refused("nonce");
    if (clock.now() >= end) throw refused("expired");
  };

  return Object.freeze({
    parse,

    issue: async (walletAddress: string, { ip }: Origin = {}): Promise<IssuedNonce> => {
      const wallet = parse(walletAddress);
      if (ip !== undefined) checkLimit(limiter.take(limitKey(ip)));
      const now = Math.floor(clock.now());
      const expiresAt = now + parts.nonceSeconds * 1000;
      const nonce = seal.issue(wallet.key, expiresAt);
      const message = writeSignInMessage({
        domain: parts.domain,
        account: wallet.chain === "evm" ? "Ethereum" : "Solana",
        address: wallet.address,
        statement: STATEMENT,
        uri: parts.uri,
        version: "1",
        chainId: chainOf(wallet),
        nonce,
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(expiresAt).toISOString(),
      });
      if (message === undefined)
        throw new TypeError("options domain and uri: expected an authority and a URI of RFC 3986");
      return { nonce, message, expiresAt };
    },

    verify: async (
      { message, signature }: { readonly message: string; readonly signature: string },
      { origin, session }: { readonly origin: Origin; readonly session?: string | null },
    ): Promise<VerifiedProof> => {
      const fields = parseSignInMessage(message);
      if (fields === undefined)
        throw refused(isForSolana(message) ? "malformed_solana" : "malformed");
      const wallet = verifier.parse(fields.address);
      const end = wallet === undefined ? undefined : seal.expiryOf(fields.nonce, wallet.key);
      if (wallet === undefined || end === undefined) throw refused("nonce");
      await checkUnused(store, fields.nonce, end);
      const { domain, uri } = parts;
      const expected = { domain, uri, chainId: chainOf(wallet), now: clock.now() };
      const fault = verifyMessage(fields, expected);
      if (fault !== null) throw refused(fault);
      const check = (): Promise<boolean> =>
        verifier.verify(wallet, message, signature).catch(unavailable);
      const given = sha256(JSON.stringify([message, signature]), "hex");
      const attempt = { account: `wallet ${wallet.key}`, origin, session };
      const { matches, isSpent } = await parts.passwords.limit(attempt, async () =>
        wallet.chain === "evm"
          ? await once({ nonce: fields.nonce, expiresAt: end, given }, check)
          : { matches: await check(), isSpent: false },
      );
      if (!matches) throw refused(isSpent ? "nonce" : "signature");
      return { wallet, nonce: fields.nonce, expiresAt: end };
    },

    use: async (tx: Transaction, { nonce, expiresAt }: VerifiedProof): Promise<void> => {
      await checkUnused(tx, nonce, expiresAt);
      await tx.insert(usedNonces, { id: nonce, expiresAt });
    },

    sweep: async (): Promise<void> => {
      const over = clock.now() - KEEP_USED_MILLISECONDS;
      await deleteFound(store, usedNonces, { index: "by_end", range: { lte: over } });
    },
  });
}

/** A used nonce is kept for a day after its end, so that a clock that steps back revives none. */
const KEEP_USED_MILLISECONDS = 86_400_000;
const RETRY_AFTER_SECONDS = 5;

type ProofFault = MessageFault | "malformed" | "malformed_solana" | "signature";

const SENTENCES: Readonly<Record<ProofFault, string>> = {
  malformed:
    "The message does not follow the grammar of EIP-4361; sign the message that was issued.",
  malformed_solana:
    "The message does not follow the grammar of Sign-In with Solana with the fields URI, Version, Chain ID, Nonce and Issued At; sign the message that was issued.",
  nonce:
    "The nonce of the message was not issued here for this address, or was used before; request a new nonce.",
  expired: "The message has expired; request a new nonce.",
  not_yet_valid: "The message is not valid yet.",
  domain: "The message names another domain; sign the message that was issued.",
  uri: "The message names another URI; sign the message that was issued.",
  chain: "The message names another chain; sign the message that was issued.",
  signature: "The signature was not made by the key of this address over this message.",
};

function checkLimit({ allowed, retryAfterSeconds }: RateLimitDecision): void {
  if (allowed) return;
  throw new CurationError("RATE_LIMITED", "Too many nonces were requested; try again later.", {
    details: { retryAfterSeconds },
  });
}

function unavailable(cause: unknown): never {
  const message =
    "The EVM node that verifies contract wallets did not answer; the nonce stays valid, try again.";
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  throw new CurationError("WALLET_NODE_UNAVAILABLE", message, { cause, details });
}

function refused(reason: ProofFault): CurationError {
  return new CurationError("WALLET_PROOF_INVALID", SENTENCES[reason], { details: { reason } });
}
