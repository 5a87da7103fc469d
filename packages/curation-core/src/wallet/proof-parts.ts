/** The parts that wallet proofs are built from, and those that the acts on them share. */

import type { LoginPasswords } from "@bourse/credentials";
import type { Clock, Ids, RateLimiter, Store } from "@bourse/kernel";

import type { NonceSeal } from "./nonce-seal.ts";
import type { VerifyOnce } from "./verify-once.ts";
import type { WalletAddress, WalletVerifier } from "./wallet-verifier.ts";

/** The parts that wallet proofs are built from. */
export interface ProofParts {
  readonly store: Store;
  readonly verifier: WalletVerifier;
  readonly domain: string;
  readonly uri: string;
  readonly otherOrigins: readonly string[];
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

/** The parts that the acts on wallet proofs share. */
export interface ProofActParts extends ProofParts {
  readonly seal: NonceSeal;
  readonly once: VerifyOnce;
  /** Rate limiter of nonces by address. */
  readonly limiter: RateLimiter;
}

/** Domain and URI of a page, as a sign-in message names them. */
export interface Site {
  readonly domain: string;
  readonly uri: string;
}

/** The site of a page whose host is `domain`; the main one for any other host. */
export function siteOf(
  { domain, uri, otherOrigins }: Pick<ProofParts, "domain" | "uri" | "otherOrigins">,
  host: string | undefined,
): Site {
  const other = otherOrigins.find((origin) => new URL(origin).host === host);
  return other === undefined ? { domain, uri } : { domain: new URL(other).host, uri: other };
}

/** The chain that a sign-in message of the wallet names. */
export function chainOf(
  { chainId, solanaChain }: Pick<ProofParts, "chainId" | "solanaChain">,
  { chain }: WalletAddress,
): string {
  return chain === "evm" ? String(chainId) : solanaChain;
}
