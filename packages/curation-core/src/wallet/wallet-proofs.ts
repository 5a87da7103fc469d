/**
 * Proofs of wallet ownership: this service writes the whole message and later accepts exactly its bytes. Any other message
 * must follow the strict grammar and name this service, the address and a nonce that was issued here.
 */

import { type Clock, type Ids, type Store, type Transaction, hasCode } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import { invalid } from "../invalid.ts";
import { nonces } from "./nonce-document.ts";
import { parseSignInMessage, writeSignInMessage } from "./sign-in-message.ts";
import { type MessageFault, verifyMessage } from "./verify-message.ts";
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
   * Issues a nonce, valid for one proof within five minutes (option `nonceSeconds`); it survives a restart.
   *
   * @throws CurationError VALIDATION_ERROR when the text is not an EVM or Solana address
   */
  issue(walletAddress: string): Promise<IssuedNonce>;
}

/** A verified signature whose nonce has not been used yet. */
export interface VerifiedProof {
  readonly wallet: WalletAddress;
  readonly nonce: string;
}

/** Verification of wallet proofs. */
export interface ProofVerifier extends WalletProofs {
  /** Parses a wallet address. @throws CurationError VALIDATION_ERROR */
  parse(walletAddress: string): WalletAddress;
  /**
   * Verifies message and signature. Call it outside a transaction, because it may call an EVM node.
   *
   * @throws CurationError WALLET_PROOF_INVALID, WALLET_NODE_UNAVAILABLE
   */
  verify(proof: { readonly message: string; readonly signature: string }): Promise<VerifiedProof>;
  /** Consumes the nonce inside the transaction that the proof is for. @throws CurationError WALLET_PROOF_INVALID */
  use(tx: Transaction, proof: VerifiedProof): Promise<void>;
  /** Deletes expired nonces, at most 1000 a call. */
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
  readonly clock: Clock;
  readonly ids: Ids;
}

const STATEMENT = "Sign in to curate markets. This costs nothing and moves no funds.";

/** Creates the wallet proofs of a core. */
export function createWalletProofs(parts: ProofParts): ProofVerifier {
  const { store, verifier, clock } = parts;

  const chainOf = ({ chain }: WalletAddress): string =>
    chain === "evm" ? String(parts.chainId) : parts.solanaChain;

  const parse = (text: string): WalletAddress => {
    const wallet = verifier.parse(text);
    if (wallet !== undefined) return wallet;
    const expected =
      "must be an EVM address (0x and 40 hex digits, EIP-55 when in mixed case) or a Solana";
    throw invalid(["walletAddress"], `${expected} address`, "wallet_address");
  };

  return Object.freeze({
    parse,

    issue: async (walletAddress: string): Promise<IssuedNonce> => {
      const wallet = parse(walletAddress);
      const nonce = parts.ids.token("", 100);
      const now = clock.now();
      const expiresAt = now + parts.nonceSeconds * 1000;
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
      await store.insert(nonces, {
        id: nonce,
        walletKey: wallet.key,
        message,
        expiresAt: expiresAt,
      });
      return { nonce, message, expiresAt };
    },

    verify: async ({
      message,
      signature,
    }: {
      readonly message: string;
      readonly signature: string;
    }): Promise<VerifiedProof> => {
      const fields = parseSignInMessage(message);
      if (fields === undefined) throw refused("malformed");
      const wallet = verifier.parse(fields.address);
      const issued = (await store.get(nonces, fields.nonce))?.value;
      if (wallet === undefined || issued === undefined) throw refused("nonce");
      if (clock.now() >= issued.expiresAt) throw refused("expired");
      if (issued.walletKey !== wallet.key) throw refused("address");
      const { domain, uri } = parts;
      // A message that was written here needs no further checks.
      const fault =
        message === issued.message
          ? null
          : verifyMessage(fields, { domain, uri, chainId: chainOf(wallet), now: clock.now() });
      if (fault !== null) throw refused(fault);
      const isSigned = await verifier.verify(wallet, message, signature).catch(unavailable);
      if (!isSigned) throw refused("signature");
      return { wallet, nonce: fields.nonce };
    },

    use: async (tx: Transaction, { nonce }: VerifiedProof): Promise<void> => {
      const issued = await tx.get(nonces, nonce);
      if (issued === undefined) throw refused("nonce");
      if (clock.now() >= issued.value.expiresAt) throw refused("expired");
      await tx.delete(nonces, nonce, issued.version);
    },

    sweep: async (): Promise<void> => {
      const over = { index: "by_end", range: { lte: clock.now() }, limit: 1000 } as const;
      const { items } = await store.find(nonces, over);
      for (const { value, version } of items) {
        await store.delete(nonces, value.id, version).catch((error: unknown) => {
          // Another call has just used or deleted it.
          if (!hasCode(error, "STORE_CONFLICT")) throw error;
        });
      }
    },
  });
}

const RETRY_AFTER_SECONDS = 5;

type ProofFault = MessageFault | "malformed" | "address" | "signature";

const SENTENCES: Readonly<Record<ProofFault, string>> = {
  malformed:
    "The message does not follow the grammar of EIP-4361; sign the message that was issued.",
  nonce: "The nonce of the message was not issued here or was used before; request a new nonce.",
  expired: "The message has expired; request a new nonce.",
  not_yet_valid: "The message is not valid yet.",
  address: "The nonce was issued for another address; request one for this address.",
  domain: "The message names another domain; sign the message that was issued.",
  uri: "The message names another URI; sign the message that was issued.",
  chain: "The message names another chain; sign the message that was issued.",
  signature: "The signature was not made by the key of this address over this message.",
};

function unavailable(cause: unknown): never {
  const message =
    "The EVM node that verifies contract wallets did not answer; the nonce stays valid, try again.";
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  throw new CurationError("WALLET_NODE_UNAVAILABLE", message, { cause, details });
}

function refused(reason: ProofFault): CurationError {
  return new CurationError("WALLET_PROOF_INVALID", SENTENCES[reason], { details: { reason } });
}
