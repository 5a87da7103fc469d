/**
 * Announcements of encryption keys: signed by the wallet (EIP-712), checked by everybody who passes them on.
 *
 * The domain names no chain: an account is the same key on all of them, and so is what is sealed to it.
 */
import {
  absentOr,
  allOf,
  anyText,
  checkArguments,
  checkNumber,
  objectOf,
  trueOrFalse,
  wholeNumber,
} from "@bourse/kernel";
import { getAddress, hexlify, verifyTypedData } from "ethers";

import type { Address, Hex } from "../address.ts";
import { bytesOf, portOf } from "../argument-rules.ts";
import { addressOfNodeId } from "./node-id.ts";
import type { Announcement, NodeIdentity, TypedData } from "./port.ts";

/** RFC 9180 §7.1: DHKEM(X25519, HKDF-SHA256), the one KEM that this version knows. */
export const KEM_X25519 = 32;

/** Longest time in seconds from now to `notAfter`: 366 days. A revocation is signed for that long. */
export const MAX_ANNOUNCEMENT_SECONDS: number = 366 * 86_400;

/** Fields of an announcement that its owner chooses; the others follow from the identity. */
export interface AnnouncementTerms {
  /**
   * Version number above every earlier one: usually the Unix seconds of signing, or the last one plus 1. 1 to 2^53 − 1.
   */
  readonly sequence: number;
  /**
   * Expiry in epoch milliseconds, at most 366 days ahead; rounded down to a whole second, as the signed record has it.
   */
  readonly notAfter: number;
  /** True signs a revocation. Default false. */
  readonly revoked?: boolean;
}

/**
 * Signs an announcement of the identity. Deterministic (RFC 6979): the same terms give the same bytes.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export async function signAnnouncement(
  identity: NodeIdentity,
  terms: AnnouncementTerms,
): Promise<Announcement> {
  checkArguments("signAnnouncement", SIGN_RULES, [identity, terms]);
  const { sequence, notAfter, revoked = false } = terms;
  const unsigned = {
    address: identity.address,
    peerId: identity.nodeId,
    kemId: KEM_X25519,
    encryptionKey: hexlify(identity.encryptionPublicKey) as Hex,
    sequence,
    notAfter: notAfter - (notAfter % 1000),
    revoked,
  };
  return Object.freeze({ ...unsigned, signature: await identity.signTypedData(typed(unsigned)) });
}

const SIGN_RULES = {
  identity: allOf(
    objectOf({ address: anyText, nodeId: anyText, encryptionPublicKey: bytesOf(32) }),
    portOf("signTypedData"),
  ),
  terms: objectOf({
    sequence: wholeNumber({ min: 1 }),
    notAfter: wholeNumber({ min: 1 }),
    revoked: absentOr(trueOrFalse),
  }),
};

/** Reason why an announcement is not valid. */
export type AnnouncementFault =
  /** A field is missing, has another type, or is too long. */
  | "malformed"
  /** `notAfter` has passed. */
  | "expired"
  /** `notAfter` lies more than 366 days ahead. */
  | "too_far_ahead"
  /** This version does not know the KEM. */
  | "kem_unknown"
  /** The signature or the peer id is of another key than the account's. */
  | "forged";

/** Result of a verification. `good` narrows the rest. */
export type AnnouncementVerdict =
  | {
      /** The announcement is valid. */
      readonly good: true;
      /** Frozen copy with exactly the documented fields and a checksummed address. */
      readonly announcement: Announcement;
    }
  | {
      /** The announcement is not valid. */
      readonly good: false;
      /** Reason of the refusal. */
      readonly fault: AnnouncementFault;
    };

/**
 * Verifies an announcement from any source at `now` (epoch milliseconds). A revocation is valid too: it says that its
 * account has no key. A signature check costs about 2 ms; malformed values cost nothing. No value makes it throw.
 *
 * @throws KernelError ARGUMENT_INVALID for a `now` that is no number
 */
export function verifyAnnouncement(value: unknown, now: number): AnnouncementVerdict {
  checkNumber("verifyAnnouncement: now", now);
  const announcement = read(value);
  if (announcement === undefined) return { good: false, fault: "malformed" };
  if (announcement.kemId !== KEM_X25519) return { good: false, fault: "kem_unknown" };
  if (announcement.notAfter < now) return { good: false, fault: "expired" };
  if (announcement.notAfter > now + MAX_ANNOUNCEMENT_SECONDS * 1000) {
    return { good: false, fault: "too_far_ahead" };
  }
  const { address, peerId } = announcement;
  const genuine = addressOfNodeId(peerId) === address && signerOf(announcement) === address;
  return genuine ? { good: true, announcement } : { good: false, fault: "forged" };
}

/** Reads an announcement; undefined too where a part of it cannot be read. */
function read(value: unknown): Announcement | undefined {
  try {
    return shaped(value);
  } catch {
    return undefined;
  }
}

function shaped(value: unknown): Announcement | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found = value as Readonly<Record<keyof Announcement, unknown>>;
  const { address, peerId, kemId, encryptionKey, sequence, notAfter, revoked, signature } = found;
  if (!isHex(address, 20) || !isHex(encryptionKey, 32) || !isHex(signature, 65)) return undefined;
  if (typeof peerId !== "string" || peerId.length < 1 || peerId.length > 64) return undefined;
  if (!isCount(kemId) || kemId > 0xffff || !isCount(sequence) || !isCount(notAfter)) {
    return undefined;
  }
  if (notAfter % 1000 !== 0) return undefined;
  if (typeof revoked !== "boolean") return undefined;
  return Object.freeze({
    address: getAddress(address.toLowerCase()) as Address,
    peerId,
    kemId,
    encryptionKey: encryptionKey.toLowerCase() as Hex,
    sequence,
    notAfter,
    revoked,
    signature: signature.toLowerCase() as Hex,
  });
}

function isHex(value: unknown, bytes: number): value is Hex {
  return (
    typeof value === "string" && value.length === 2 + 2 * bytes && /^0x[0-9a-fA-F]+$/.test(value)
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function signerOf({ signature, ...unsigned }: Announcement): string | undefined {
  const { domain, types, message } = typed(unsigned);
  // One spelling of a signature: ethers would take other values of v for the same one.
  if (!/1[bc]$/.test(signature)) return undefined;
  try {
    const fields = { Announcement: [...types["Announcement"]!] };
    return verifyTypedData(domain, fields, message, signature);
  } catch {
    // A signature that no key can have made, or a malleable twin (s in the upper half): refused by ethers.
    return undefined;
  }
}

function typed(unsigned: Omit<Announcement, "signature">): TypedData {
  const { address, kemId, notAfter, ...same } = unsigned;
  return {
    domain: { name: "Bourse Node Announcement", version: "1" },
    types: {
      Announcement: [
        { name: "account", type: "address" },
        { name: "peerId", type: "string" },
        { name: "kem", type: "uint16" },
        { name: "encryptionKey", type: "bytes32" },
        { name: "sequence", type: "uint64" },
        { name: "notAfter", type: "uint64" },
        { name: "revoked", type: "bool" },
      ],
    },
    message: { account: address, kem: kemId, notAfter: notAfter / 1000, ...same },
  };
}
