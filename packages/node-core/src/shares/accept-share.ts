/** First step of a share: it is sealed and stored with its proof in one store transaction. */

import { hasCode, withDeadline, type Transaction } from "@bourse/kernel";

import { NodeError } from "../errors.ts";
import { identifyRequest, running, type RequestIdentity } from "../idempotency/index.ts";
import type { KeyHolder, KeyPayment } from "../keys/index.ts";
import { checkUse, countWork } from "../keys/key-use.ts";
import { shareWork, type KeyWork } from "../keys/key-work.ts";
import { checkSpending, spend } from "../keys/spending.ts";
import type { Envelope } from "../sealing/port.ts";
import type { KeyedEnvelope } from "./envelope-cache.ts";
import type { CheckedShare } from "./new-share.ts";
import { intentIdOf, SHARE_EVENT_TYPE, type ShareParts } from "./share-context.ts";
import {
  outgoingEnvelopes,
  ownData,
  shareDocuments,
  type ShareDocument,
} from "./share-document.ts";
import { answeredShare, type SharedData } from "./share-view.ts";

/** Idempotency key of a share call. */
export interface ShareRequestKey {
  /** Namespace of the key, such as the id of the caller's API key. */
  readonly scope: string;
  /** Key that the caller chose. */
  readonly key: string;
}

export type Accepted =
  | {
      readonly kind: "accepted";
      readonly share: ShareDocument;
      /** Stored envelope; null while the recipient's key is not known. */
      readonly envelope: KeyedEnvelope | null;
    }
  /** Retry of a proved share. */
  | { readonly kind: "answered"; readonly share: SharedData };

/**
 * Seals the data to this node and, when the recipient's key is known, to the recipient; then blob, row, proof,
 * idempotency key and the counts against the limits of the API key become durable together, or nothing does.
 *
 * @throws NodeError IDEMPOTENCY_MISMATCH, IDEMPOTENCY_RUNNING, FORBIDDEN, KEY_LIMIT_REACHED, and what `parts.prove`
 * refuses
 */
export async function acceptShare(
  parts: ShareParts,
  checked: CheckedShare,
  { request, by }: { readonly request?: ShareRequestKey; readonly by?: KeyHolder },
): Promise<Accepted> {
  const identity = request === undefined ? undefined : requestIdentity(request, checked);
  const known = identity && (await parts.idempotency.recall(parts.store, identity));
  if (known?.state === "done") return { kind: "answered", share: answeredShare(known.answer) };
  if (known?.state === "running") throw running();

  const id = parts.ids.uuid();
  const use = by && {
    by,
    work: shareWork(intentIdOf(id), checked.payment),
    payment: paid(checked, id),
  };
  if (use !== undefined) {
    if (use.payment !== null) await checkSpending(parts.store, parts.clock, use.by, use.payment);
    await checkUse(parts.store, parts.clock, use.by, use.work);
  }
  return store(parts, checked, id, { identity, use });
}

/** Use that a share counts against the limits of the key that makes it. */
interface ShareUse {
  readonly by: KeyHolder;
  readonly work: KeyWork;
  /** Null for a share that is not paid for. */
  readonly payment: KeyPayment | null;
}

function paid({ recipient, payment }: CheckedShare, id: string): KeyPayment | null {
  if (payment === null) return null;
  const { token, payer } = payment;
  // What the recipient pays takes nothing from this wallet.
  const amount = payer === "sender" ? payment.amount : 0n;
  return { id, to: recipient, token, amount };
}

async function store(
  parts: ShareParts,
  checked: CheckedShare,
  id: string,
  {
    identity,
    use,
  }: { readonly identity: RequestIdentity | undefined; readonly use: ShareUse | undefined },
): Promise<Accepted> {
  const { clock } = parts;
  if (parts.isAway()) await checkRoom(parts);
  const sealed = await sealShare(parts, checked);
  const { dataHash, recipient, payment } = checked;
  const intentId = intentIdOf(id);
  const proof = { id: intentId, dataHash, eventType: SHARE_EVENT_TYPE, recipient, payment };
  const intent = await parts.prove(proof);
  const share: ShareDocument = {
    id,
    dataHash,
    recipient,
    status: "sealed",
    bytes: checked.plaintext.length,
    payment: payment && { ...payment, amount: payment.amount.toString() },
    intentId,
    txHash: null,
    createdAt: clock.now(),
    requestId: identity?.id ?? null,
    sealedTo: sealed.forRecipient?.key ?? null,
    tries: 0,
    nextTryAt: null,
    refusal: null,
  };
  const before = await parts.store.transaction(async (tx) => {
    const claimed = identity && (await parts.idempotency.claim(tx, identity, id));
    if (claimed !== undefined) return claimed;
    if (use !== undefined) {
      if (use.payment !== null) await spend(tx, clock, use.by, use.payment);
      await countWork(tx, clock, use.by, use.work);
    }
    await insertOnce(tx, dataHash, sealed.forSelf);
    if (sealed.forRecipient !== null) {
      await tx.insert(outgoingEnvelopes, { id }, sealed.forRecipient.bytes);
    }
    await tx.insert(shareDocuments, share);
    await parts.lane.enqueue(tx, intent);
    return undefined;
  });
  if (before?.state === "done") return { kind: "answered", share: answeredShare(before.answer) };
  if (before?.state === "running") throw running();
  return { kind: "accepted", share, envelope: sealed.forRecipient };
}

/** Maximum number of shares that wait for a chain that is away: each may keep two sealed megabytes. */
const MOST_WAITING = 100;

/** @throws NodeError CHAIN_UNAVAILABLE */
async function checkRoom({ store }: Pick<ShareParts, "store">): Promise<void> {
  const waiting = await store.count(shareDocuments, { index: "by_status", equals: ["sealed"] });
  if (waiting < MOST_WAITING) return;
  throw new NodeError(
    "CHAIN_UNAVAILABLE",
    `The chain does not answer, and ${MOST_WAITING} shares wait for it already; nothing was sent and nothing is kept.`,
  );
}

function requestIdentity(
  { scope, key }: ShareRequestKey,
  { dataHash, recipient, payment }: CheckedShare,
): RequestIdentity {
  return identifyRequest(`share:${scope}`, key, {
    dataHash,
    recipient,
    payment: payment && { ...payment, amount: payment.amount.toString() },
  });
}

interface Sealed {
  readonly forSelf: Envelope;
  readonly forRecipient: KeyedEnvelope | null;
}

async function sealShare(
  parts: ShareParts,
  { plaintext, dataHash, recipient }: CheckedShare,
): Promise<Sealed> {
  const { identity, seal } = parts;
  const sender = identity.address;
  const toSelf = { sender, recipient: sender, dataHash };
  const [forSelf, announcement] = await Promise.all([
    seal(plaintext, identity.encryptionPublicKey, toSelf),
    recipient === sender ? undefined : knownRecipient(parts, recipient),
  ]);
  if (announcement === undefined) return { forSelf, forRecipient: null };
  const key = announcement.encryptionKey;
  const bytes = await seal(plaintext, Buffer.from(key.slice(2), "hex"), {
    sender,
    recipient,
    dataHash,
  });
  return { forSelf, forRecipient: { bytes, key } };
}

/**
 * Time limit for finding the recipient at once, in milliseconds; a delivery seals to a recipient that is found later.
 */
const LOOK_MILLISECONDS = 250;

/** A network that does not answer is no reason to refuse a share: it waits for its recipient. */
async function knownRecipient(
  { peers, clock }: Pick<ShareParts, "peers" | "clock">,
  recipient: CheckedShare["recipient"],
): ReturnType<ShareParts["peers"]["resolve"]> {
  if (peers.state !== "running") return undefined;
  const onTimeout = (): undefined => undefined;
  try {
    return await withDeadline({ clock, milliseconds: LOOK_MILLISECONDS, onTimeout }, (signal) =>
      peers.resolve(recipient, { signal }),
    );
  } catch (error) {
    if (hasCode(error, "PEER_UNREACHABLE", "RECIPIENT_UNKNOWN")) return undefined;
    throw error;
  }
}

async function insertOnce(tx: Transaction, id: string, envelope: Envelope): Promise<void> {
  if ((await tx.get(ownData, id)) !== undefined) return;
  await tx.insert(ownData, { id }, envelope);
}
