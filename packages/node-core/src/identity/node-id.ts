/** Between a wallet's key and the peer id that belongs to it: an address can be proved from a peer id. */
import { privateKeyFromRaw } from "@libp2p/crypto/keys";
import { peerIdFromPrivateKey, peerIdFromString } from "@libp2p/peer-id";
import { computeAddress, hexlify } from "ethers";

import type { Address } from "../address.ts";

/** The peer id of a raw secp256k1 private key, in base58. */
export function nodeIdOfKey(privateKey: Uint8Array): string {
  return peerIdFromPrivateKey(privateKeyFromRaw(privateKey)).toString();
}

/** The wallet that belongs to a peer id's key; undefined for anything but the peer id of a secp256k1 key. */
export function addressOfNodeId(nodeId: string): Address | undefined {
  if (nodeId.length > MAX_NODE_ID_LENGTH) return undefined;
  try {
    const { publicKey } = peerIdFromString(nodeId);
    if (publicKey?.type !== "secp256k1") return undefined;
    return computeAddress(hexlify(publicKey.raw)) as Address;
  } catch {
    return undefined;
  }
}

/** A secp256k1 peer id has 53 characters; whatever is longer is somebody's trick. */
const MAX_NODE_ID_LENGTH = 64;
