import { invalid } from "../invalid.ts";
import type { WalletAddress, WalletVerifier } from "./wallet-verifier.ts";

/** Parses a wallet address. @throws CurationError VALIDATION_ERROR */
export function parseWallet(verifier: Pick<WalletVerifier, "parse">, text: string): WalletAddress {
  const wallet = verifier.parse(text);
  if (wallet !== undefined) return wallet;
  const expected =
    "must be an EVM address (0x and 40 hex digits, EIP-55 when in mixed case) or a Solana";
  throw invalid(["walletAddress"], `${expected} address`, "wallet_address");
}
