/**
 * The reply to a share frame: 0 accepted | 1 refused for good, with a reason (text of at most 600 bytes) | 2 not now,
 * to be tried again.
 */
import { ByteReader, frameError } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

export type ShareReply =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "busy" };

/** A reason is cut at 200 characters. */
export function encodeShareReply(reply: ShareReply): Uint8Array {
  const writer = new ByteWriter();
  if (reply.kind === "accepted") return writer.u8(0).finish();
  if (reply.kind === "busy") return writer.u8(2).finish();
  return writer.u8(1).text(reply.reason.slice(0, 200)).finish();
}

/** @throws NodeError FRAME_INVALID, for whatever bytes: never anything else */
export function decodeShareReply(bytes: Uint8Array): ShareReply {
  const reader = new ByteReader(bytes);
  const reply = readReply(reader);
  reader.end();
  return reply;
}

function readReply(reader: ByteReader): ShareReply {
  switch (reader.u8()) {
    case 0:
      return { kind: "accepted" };
    case 1:
      return { kind: "refused", reason: reader.text(MAX_REASON_BYTES) };
    case 2:
      return { kind: "busy" };
    default:
      throw frameError("a reply that there is not");
  }
}

/** 200 UTF-16 code units of at most three bytes each. */
const MAX_REASON_BYTES = 600;
