/** The other side: a share that came from a peer, checked and kept before it is acknowledged. */

import { hash } from "node:crypto";

import { hasCode } from "@bourse/kernel";

import type { IncomingShare, ShareAnswer } from "../peers/port.ts";
import { MAX_DATA_BYTES } from "./new-share.ts";
import type { ShareParts } from "./share-context.ts";
import { receivedData } from "./share-document.ts";
import { decodeShareFrame, type ShareFrame } from "./share-frame.ts";

/**
 * Answers a peer's share. Accepted means durable here; the same share again is accepted again and is one event.
 *
 * Only the sender itself may bring a share: base-mode HPKE says nothing about who sealed, the peer's proved identity
 * does. So shares are never relayed.
 *
 * @throws NodeError FRAME_INVALID (costs the peer its connection); StoreError (the peer tries again)
 */
export async function receiveShare(
  parts: ShareParts,
  { from, frame }: IncomingShare,
): Promise<ShareAnswer> {
  const share = decodeShareFrame(frame);
  const reason = await whyRefused(parts, share, from.address);
  if (reason !== undefined) return { accepted: false, reason };
  const { sender, dataHash, txHash, envelope } = share;
  const id = `${sender}-${dataHash}`;
  const isNew = await parts.store.transaction(async (tx) => {
    if ((await tx.get(receivedData, id)) !== undefined) return false;
    const receivedAt = parts.clock.now();
    const row = { id, dataHash, sender, txHash, receivedAt };
    await tx.insert(receivedData, row, envelope);
    return true;
  });
  if (isNew) parts.events.emit("data.received", { dataHash, sender });
  return { accepted: true };
}

async function whyRefused(
  { identity, open }: ShareParts,
  { sender, recipient, dataHash, envelope }: ShareFrame,
  peer: string,
): Promise<string | undefined> {
  if (sender !== peer) return "the sender named is not the peer that brings the share";
  if (recipient !== identity.address) return "this node is not the recipient";
  const keys = {
    publicKey: identity.encryptionPublicKey,
    privateKey: identity.encryptionPrivateKey,
  };
  try {
    const plaintext = await open(envelope, keys, { sender, recipient, dataHash });
    if (plaintext.length > MAX_DATA_BYTES) return `the data has more than ${MAX_DATA_BYTES} bytes`;
    return hash("sha256", plaintext, "hex") === dataHash
      ? undefined
      : "the data does not have the hash that it is named by";
  } catch (error) {
    if (hasCode(error, "ENVELOPE_INVALID")) return "the envelope does not open";
    throw error;
  }
}
