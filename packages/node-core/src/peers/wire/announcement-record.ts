/**
 * An announcement in bytes, the same in messages and in the distributed table:
 *
 * ```
 * address 20 | peer id, text | KEM u16 | key 32 | sequence u64 | not after u64 (seconds) | revoked u8 | signature 65
 * ```
 *
 * A text is its length in bytes (u16) and UTF-8; numbers are big endian.
 */
import { toAddress } from "../../address.ts";
import type { Announcement } from "../../identity/port.ts";
import { ByteReader, frameError } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

/** Appends one announcement. */
export function writeAnnouncement(writer: ByteWriter, announcement: Announcement): void {
  writer
    .hex(announcement.address)
    .text(announcement.peerId)
    .u16(announcement.kemId)
    .hex(announcement.encryptionKey)
    .u53(announcement.sequence)
    .u53(announcement.notAfter / 1000)
    .flag(announcement.revoked)
    .hex(announcement.signature);
}

/** Reads one announcement without verifying it; see `verifyAnnouncement`. @throws NodeError FRAME_INVALID */
export function readAnnouncement(reader: ByteReader): Announcement {
  return {
    address: toAddress(reader.hex(20), "address"),
    peerId: reader.text(64),
    kemId: reader.u16(),
    encryptionKey: reader.hex(32),
    sequence: reader.u53(),
    notAfter: readTime(reader),
    revoked: reader.flag(),
    signature: reader.hex(65),
  };
}

/**
 * Reads Unix seconds as epoch milliseconds.
 *
 * @throws NodeError FRAME_INVALID for a time that milliseconds cannot hold
 */
function readTime(reader: ByteReader): number {
  const milliseconds = reader.u53() * 1000;
  if (Number.isSafeInteger(milliseconds)) return milliseconds;
  throw frameError("a time beyond the year 287,000");
}

/** Encodes an announcement as one record of bytes. */
export function encodeAnnouncement(announcement: Announcement): Uint8Array {
  const writer = new ByteWriter();
  writeAnnouncement(writer, announcement);
  return writer.finish();
}

/**
 * Decodes an announcement record; the signature is not verified.
 *
 * @throws NodeError FRAME_INVALID when the bytes are not one whole record
 */
export function decodeAnnouncement(bytes: Uint8Array): Announcement {
  const reader = new ByteReader(bytes);
  const announcement = readAnnouncement(reader);
  reader.end();
  return announcement;
}
