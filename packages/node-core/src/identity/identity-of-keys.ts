import { checkArguments, objectOf } from "@bourse/kernel";
import { getBytes, Transaction, Wallet, type TypedDataField } from "ethers";

import type { Address, Hex } from "../address.ts";
import { bytesOf } from "../argument-rules.ts";
import { nodeIdOfKey } from "./node-id.ts";
import type { NodeIdentity, TypedData, UnsignedTransaction } from "./port.ts";
import { generateX25519, x25519PublicKey } from "./x25519.ts";

/** The two private keys of a node's identity. */
export interface IdentityKeys {
  /** secp256k1 private key of wallet and peer, 32 bytes raw. */
  readonly walletKey: Uint8Array;
  /** X25519 private key that opens what is sealed to the node, 32 bytes raw. */
  readonly encryptionKey: Uint8Array;
}

/**
 * Creates an identity from its keys, in memory only. Its JSON and its printed form never contain a private key.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function identityOfKeys(keys: IdentityKeys): NodeIdentity {
  checkArguments("identityOfKeys", { keys: KEYS }, [keys]);
  return new UnlockedIdentity(keys);
}

const KEYS = objectOf({ walletKey: bytesOf(32), encryptionKey: bytesOf(32) });

/** Creates a new random identity in memory only, for tests and tools. */
export function createIdentity(): NodeIdentity {
  const walletKey = getBytes(Wallet.createRandom().privateKey);
  return identityOfKeys({ walletKey, encryptionKey: generateX25519() });
}

/** Identity whose keys are private fields, which neither `inspect` nor JSON shows. */
class UnlockedIdentity implements NodeIdentity {
  readonly address: Address;
  readonly nodeId: string;
  readonly encryptionPublicKey: Uint8Array;
  readonly #wallet: Wallet;
  readonly #keys: IdentityKeys;

  constructor({ walletKey, encryptionKey }: IdentityKeys) {
    this.#keys = { walletKey: walletKey.slice(), encryptionKey: encryptionKey.slice() };
    this.#wallet = new Wallet(`0x${Buffer.from(walletKey).toString("hex")}`);
    this.address = this.#wallet.address as Address;
    this.nodeId = nodeIdOfKey(walletKey);
    this.encryptionPublicKey = x25519PublicKey(encryptionKey);
  }

  get encryptionPrivateKey(): Uint8Array {
    return this.#keys.encryptionKey.slice();
  }

  get peerPrivateKey(): Uint8Array {
    return this.#keys.walletKey.slice();
  }

  signTransaction(
    unsigned: UnsignedTransaction,
  ): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
    const { maxFeePerGas, maxPriorityFeePerGas, type = 2, ...rest } = unsigned;
    const fees = type === 0 ? { gasPrice: maxFeePerGas } : { maxFeePerGas, maxPriorityFeePerGas };
    const transaction = Transaction.from({ ...rest, ...fees, type });
    transaction.signature = this.#wallet.signingKey.sign(transaction.unsignedHash);
    // A signed transaction has a hash; ethers types it as nullable for the unsigned one.
    return Promise.resolve({ raw: transaction.serialized as Hex, hash: transaction.hash as Hex });
  }

  async signTypedData({ domain, types, message }: TypedData): Promise<Hex> {
    const fields: Record<string, TypedDataField[]> = {};
    for (const [name, list] of Object.entries(types)) fields[name] = [...list];
    return (await this.#wallet.signTypedData(domain, fields, message)) as Hex;
  }
}
