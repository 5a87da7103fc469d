/**
 * Ed25519 signatures (RFC 8032 §5.1.7) under strict rules of its points. Cryptographic libraries differ about points of
 * small order: with such a key some accept a signature that nobody made.
 */

import { importVerifyingKey, isSigned, toBase64url, toHex } from "@bourse/kernel/platform";

const P = 2n ** 255n - 19n;
/** Order of the base point. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The y coordinate of two of the four points of order 8; the other two have its negative. */
const Y_OF_ORDER_8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** The y coordinates of all points whose order divides 8. */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8]);

/**
 * True when `key` (32 bytes) made `signature` (64 bytes) over `message`. A key or an R of small order, a coordinate
 * that is not below p, and an S that is not below the order of the base point prove nothing.
 */
export async function isSignedByEd25519(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (key.length !== 32 || signature.length !== 64) return false;
  const isSound =
    isSoundPoint(key) &&
    isSoundPoint(signature.subarray(0, 32)) &&
    numberOf(signature.subarray(32)) < L;
  if (!isSound) return false;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: toBase64url(key) };
    return await isSigned("EdDSA", await importVerifyingKey("EdDSA", jwk), message, signature);
  } catch {
    // The 32 bytes are not a point of the curve.
    return false;
  }
}

/** True for a canonical encoding (RFC 8032 §5.1.3) of a point that is not of small order. */
export function isSoundPoint(encoded: Uint8Array): boolean {
  const y = BigInt.asUintN(255, numberOf(encoded));
  return y < P && !SMALL_ORDER.has(y);
}

/** The number that the bytes encode, least significant byte first. */
function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${toHex(bytes.toReversed())}`);
}
