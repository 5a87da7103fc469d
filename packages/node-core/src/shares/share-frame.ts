/**
 * A share as it crosses the peer network, all of it fixed but the last part:
 * version (1 byte) · sender (20) · recipient (20) · data hash (32) · transaction hash (32) · envelope.
 */

import { toAddress, type Address, type DataHash, type Hex } from "../address.ts";
import { NodeError } from "../errors.ts";
import type { Envelope } from "../sealing/port.ts";

export interface ShareFrame {
  readonly sender: Address;
  readonly recipient: Address;
  readonly dataHash: DataHash;
  /** Hash of the proof's transaction, so that the recipient can look it up. */
  readonly txHash: Hex;
  readonly envelope: Envelope;
}

const VERSION = 1;
const SENDER_AT = 1;
const RECIPIENT_AT = 21;
const DATA_HASH_AT = 41;
const TX_HASH_AT = 73;
const ENVELOPE_AT = 105;

export function encodeShareFrame(share: ShareFrame): Uint8Array {
  const frame = new Uint8Array(ENVELOPE_AT + share.envelope.length);
  frame[0] = VERSION;
  frame.set(Buffer.from(share.sender.slice(2), "hex"), SENDER_AT);
  frame.set(Buffer.from(share.recipient.slice(2), "hex"), RECIPIENT_AT);
  frame.set(Buffer.from(share.dataHash, "hex"), DATA_HASH_AT);
  frame.set(Buffer.from(share.txHash.slice(2), "hex"), TX_HASH_AT);
  frame.set(share.envelope, ENVELOPE_AT);
  return frame;
}

/** Total: any bytes give a frame or the error. The envelope is a view into `frame`. @throws NodeError FRAME_INVALID */
export function decodeShareFrame(frame: Uint8Array): ShareFrame {
  if (frame.length <= ENVELOPE_AT || frame[0] !== VERSION) {
    throw new NodeError(
      "FRAME_INVALID",
      `Expected a share of version ${VERSION} with more than ${ENVELOPE_AT} bytes, found ${frame.length} bytes.`,
    );
  }
  const hex = (from: number, to: number): string =>
    Buffer.from(frame.subarray(from, to)).toString("hex");
  return {
    sender: toAddress(`0x${hex(SENDER_AT, RECIPIENT_AT)}`, "sender"),
    recipient: toAddress(`0x${hex(RECIPIENT_AT, DATA_HASH_AT)}`, "recipient"),
    dataHash: hex(DATA_HASH_AT, TX_HASH_AT),
    txHash: `0x${hex(TX_HASH_AT, ENVELOPE_AT)}`,
    envelope: frame.subarray(ENVELOPE_AT),
  };
}
