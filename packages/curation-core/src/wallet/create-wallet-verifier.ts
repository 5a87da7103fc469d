import {
  anyText,
  checkedCalls,
  functionOption,
  objectOf,
  optional,
  resolveOptions,
  type CallSignatures,
} from "@bourse/kernel";

import { decodeBase58 } from "./base58.ts";
import { checksumAddress } from "./evm-address.ts";
import { isSignedByContract, isSignedByKey, personalMessageHash } from "./evm-signature.ts";
import { isSignedBySolana } from "./solana-signature.ts";
import type { EthCall, WalletAddress, WalletVerifier } from "./wallet-verifier.ts";

/**
 * Creates a verifier of EVM keys (EIP-191), contract wallets (EIP-1271, and EIP-6492 before they are deployed; only
 * with `ethCall`) and Solana keys (Ed25519 over the text, or over its off-chain message as hardware wallets sign it).
 */
export function createWalletVerifier(options: { readonly ethCall?: EthCall } = {}): WalletVerifier {
  const { ethCall } = resolveOptions<{ readonly ethCall: EthCall | undefined }>(
    "createWalletVerifier",
    options,
    { ethCall: optional(functionOption()) },
  );
  const verifier: WalletVerifier = {
    parse: parseWallet,
    async verify({ chain, address }, message, signature) {
      if (chain === "solana") return isSignedBySolana(address, message, signature);
      const hash = personalMessageHash(message);
      if (isSignedByKey(address, hash, signature)) return true;
      if (ethCall === undefined) return false;
      return await isSignedByContract(address, hash, signature, ethCall);
    },
  };
  return checkedCalls("createWalletVerifier", verifier, CALLS, ["parse"]);
}

const CALLS: CallSignatures<WalletVerifier> = {
  parse: { text: anyText },
  verify: {
    wallet: objectOf({ chain: anyText, address: anyText, key: anyText }),
    message: anyText,
    signature: anyText,
  },
};

function parseWallet(text: string): WalletAddress | undefined {
  const address = checksumAddress(text);
  if (address !== undefined) return { chain: "evm", address, key: address.toLowerCase() };
  if (decodeBase58(text, 32) === undefined) return undefined;
  return { chain: "solana", address: text, key: text };
}
