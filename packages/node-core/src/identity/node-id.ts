/** Peer ids of secp256k1 keys, as libp2p spells them: from a key to its peer id, and from a peer id to its wallet. */
import { anyText, checkArguments } from "@bourse/kernel";
import { computeAddress, decodeBase58, encodeBase58, hexlify, SigningKey, toBeArray } from "ethers";

import type { Address } from "../address.ts";

/**
 * The bytes before the key in a peer id: an identity multihash (code 0, 37 bytes) of a protobuf message with key type 2
 * (secp256k1) and the compressed key of 33 bytes. See the libp2p specification, peer-ids/peer-ids.md.
 */
const HEAD = Uint8Array.of(0x00, 0x25, 0x08, 0x02, 0x12, 0x21);
const KEY_BYTES = 33;
/** Length in base58; the leading zero byte is a leading "1". */
const NODE_ID_LENGTH = 53;

/** Returns the peer id of a raw secp256k1 private key, in base58. */
export function nodeIdOfKey(privateKey: Uint8Array): string {
  const publicKey = SigningKey.computePublicKey(privateKey, true);
  return encodeBase58(Buffer.concat([HEAD, Buffer.from(publicKey.slice(2), "hex")]));
}

/**
 * Returns the wallet address that belongs to a peer id's key; undefined unless `nodeId` is the base58 peer id of a
 * secp256k1 key.
 *
 * @throws KernelError ARGUMENT_INVALID for a value that is no text
 */
export function addressOfNodeId(nodeId: string): Address | undefined {
  checkArguments("addressOfNodeId", { nodeId: anyText }, [nodeId]);
  if (nodeId.length !== NODE_ID_LENGTH || !nodeId.startsWith("1")) return undefined;
  try {
    // `decodeBase58` gives a number, which has no leading zero byte.
    const bytes = Buffer.concat([HEAD.subarray(0, 1), toBeArray(decodeBase58(nodeId))]);
    const isPeerId =
      bytes.length === HEAD.length + KEY_BYTES &&
      HEAD.every((byte, place) => bytes[place] === byte);
    return isPeerId ? (computeAddress(hexlify(bytes.subarray(HEAD.length))) as Address) : undefined;
  } catch {
    // A character that base58 does not have, or bytes that are no point of the curve.
    return undefined;
  }
}
