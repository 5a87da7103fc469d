/** Third step: the envelope goes to the recipient's node, at least once, until it is acknowledged. */

import { hasCode } from "@bourse/kernel";

import type { Announcement } from "../identity/port.ts";
import type { KeyedEnvelope } from "./envelope-cache.ts";
import { readOwnData } from "./read-data.ts";
import type { ShareParts } from "./share-context.ts";
import { outgoingEnvelopes, shareDocuments, type ShareDocument } from "./share-document.ts";
import { encodeShareFrame } from "./share-frame.ts";

const FIRST_DELAY_MILLISECONDS = 1000;
const LONGEST_DELAY_MILLISECONDS = 300_000;

/** Outcome of one delivery attempt. */
export type DeliveryOutcome = "delivered" | "later" | "refused" | "gone";

/**
 * Tries once. Whatever goes wrong on the way is put off, longer each time; only the recipient's own refusal is final,
 * and not even that when the recipient has announced another key meanwhile. `cached` is the envelope when it is still
 * in memory.
 */
export async function deliverShare(
  parts: ShareParts,
  id: string,
  cached?: KeyedEnvelope,
): Promise<DeliveryOutcome> {
  const found = await parts.store.get(shareDocuments, id);
  const share = found?.value;
  if (share === undefined || share.nextTryAt === null || share.txHash === null) return "gone";
  const envelope = cached ?? (await envelopeOf(parts, share));
  if (envelope === undefined) return putOff(parts, share, "waiting");
  const frame = encodeShareFrame({
    sender: parts.identity.address,
    recipient: share.recipient,
    dataHash: share.dataHash,
    txHash: share.txHash,
    envelope: envelope.bytes,
  });
  const answer = await send(parts, share, frame);
  if (answer === undefined) return putOff(parts, share, "proved");
  if (answer.accepted) {
    return settle(parts, id, { status: "delivered", deliveredAt: parts.clock.now() });
  }
  const current = await parts.peers.resolve(share.recipient).catch(() => undefined);
  if (current !== undefined && current.encryptionKey !== envelope.key) {
    await sealAgain(parts, share, current);
    return putOff(parts, share, "proved");
  }
  return settle(parts, id, { refusal: answer.reason });
}

async function send(
  { peers }: ShareParts,
  { recipient }: ShareDocument,
  frame: Uint8Array,
): Promise<Awaited<ReturnType<ShareParts["peers"]["sendShare"]>> | undefined> {
  try {
    return await peers.sendShare(recipient, frame);
  } catch (error) {
    if (hasCode(error, "PEER_UNREACHABLE", "RECIPIENT_UNKNOWN")) return undefined;
    throw error;
  }
}

/** The envelope as kept, or sealed now because the recipient has become known; undefined while it is not. */
async function envelopeOf(
  parts: ShareParts,
  share: ShareDocument,
): Promise<KeyedEnvelope | undefined> {
  const bytes = await parts.store.bytes(outgoingEnvelopes, share.id);
  if (bytes !== undefined && share.sealedTo !== null) return { bytes, key: share.sealedTo };
  const announcement = await parts.peers.resolve(share.recipient).catch(() => undefined);
  return announcement && sealAgain(parts, share, announcement);
}

async function sealAgain(
  parts: ShareParts,
  { id, dataHash, recipient }: ShareDocument,
  { encryptionKey: key }: Announcement,
): Promise<KeyedEnvelope | undefined> {
  const plaintext = await readOwnData(parts, dataHash);
  if (plaintext === undefined) return undefined;
  const context = { sender: parts.identity.address, recipient, dataHash };
  const bytes = await parts.seal(plaintext, Buffer.from(key.slice(2), "hex"), context);
  await parts.store.transaction(async (tx) => {
    const current = await tx.get(shareDocuments, id);
    if (current === undefined) return;
    const old = await tx.get(outgoingEnvelopes, id);
    if (old === undefined) await tx.insert(outgoingEnvelopes, { id }, bytes);
    else await tx.replace(outgoingEnvelopes, { id }, old.version, bytes);
    await tx.replace(shareDocuments, { ...current.value, sealedTo: key }, current.version);
  });
  return { bytes, key };
}

/** Delivered or refused for good: either way the envelope has done its work. */
async function settle(
  { store }: ShareParts,
  id: string,
  change: Partial<Pick<ShareDocument, "status" | "deliveredAt" | "refusal">>,
): Promise<DeliveryOutcome> {
  await store.transaction(async (tx) => {
    const current = await tx.get(shareDocuments, id);
    // The chain has lost its proof meanwhile: it is delivered again after the next one.
    if (current === undefined || current.value.status === "sealed") return;
    const settled = { ...current.value, ...change, nextTryAt: null };
    await tx.replace(shareDocuments, settled, current.version);
    await tx.delete(outgoingEnvelopes, id);
  });
  return change.status === "delivered" ? "delivered" : "refused";
}

async function putOff(
  { store, clock, random }: ShareParts,
  { id }: ShareDocument,
  status: "proved" | "waiting",
): Promise<DeliveryOutcome> {
  await store.transaction(async (tx) => {
    const current = await tx.get(shareDocuments, id);
    if (current === undefined || current.value.nextTryAt === null) return;
    const tries = current.value.tries + 1;
    const next = clock.now() + delayBefore(tries, random.next());
    await tx.replace(
      shareDocuments,
      { ...current.value, status, tries, nextTryAt: next },
      current.version,
    );
  });
  return "later";
}

/** Doubles from 1 s to 5 min; half of it is chance, so that many shares do not come back all at once. */
function delayBefore(tries: number, chance: number): number {
  const full = Math.min(
    LONGEST_DELAY_MILLISECONDS,
    FIRST_DELAY_MILLISECONDS * 2 ** Math.min(tries, 20),
  );
  return Math.round(full / 2 + (full / 2) * chance);
}
