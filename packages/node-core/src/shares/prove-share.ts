/** Second step: the proof has come to an end on the chain, good or bad. */

import type { Transaction } from "@bourse/kernel";

import type { Hex } from "../address.ts";
import { isExecuted, isFinal } from "../chain/lane/lane-transaction.ts";
import type { JournalledTransaction } from "../chain/port.ts";
import { NodeError } from "../errors.ts";
import { keyPaymentDocuments } from "../keys/index.ts";
import { settleWork } from "../keys/key-use.ts";
import type { ShareParts } from "./share-context.ts";
import {
  outgoingEnvelopes,
  ownData,
  shareDocuments,
  type ShareDocument,
} from "./share-document.ts";
import { answerOf, type SharedData } from "./share-view.ts";

type ProofParts = Pick<ShareParts, "store" | "idempotency" | "identity" | "clock" | "acts">;

/** Outcome of a proof; undefined when it has not, or when this share was through before. */
export type Proved =
  | { readonly kind: "proved"; readonly share: SharedData }
  | { readonly kind: "failed"; readonly error: NodeError }
  | undefined;

/**
 * Moves the share on by its transaction: confirmed makes it `proved` (or `waiting`, or `delivered` when the recipient
 * is this node itself), refused, reverted and unproved undo it whole, so that nothing half-done stays.
 */
export async function proveShare(
  parts: ProofParts,
  shareId: string,
  moved: JournalledTransaction,
): Promise<Proved> {
  const { state } = moved;
  const isLost = (moved.lostBlock ?? null) !== null;
  if (!isFinal(moved)) return isLost ? sealedAgain(parts, shareId) : undefined;
  return parts.store.transaction(async (tx) => {
    const found = await tx.get(shareDocuments, shareId);
    if (found === undefined || (found.value.status !== "sealed" && !isLost)) return undefined;
    const { gasUsed } = moved;
    await settleWork(tx, found.value.intentId, { isExecuted: isExecuted(moved), gasUsed });
    if (state !== "confirmed" || moved.hash === null) {
      return { kind: "failed", error: await undo(parts, tx, found.value, moved) };
    }
    const share = proved(parts, found.value, moved.hash);
    await tx.replace(shareDocuments, share, found.version);
    const { dataHash, recipient } = share;
    const answer: SharedData = { dataHash, recipient, txHash: moved.hash };
    await parts.acts?.tell(tx, "data.shared", { ...answer, txHash: moved.hash });
    if (share.requestId !== null) {
      await parts.idempotency.finish(tx, share.requestId, answerOf(answer));
    }
    return { kind: "proved", share: answer };
  });
}

/** The chain has replaced the block of the proof: the share waits for it again, and is delivered anew after it. */
async function sealedAgain({ store }: ProofParts, shareId: string): Promise<undefined> {
  await store.transaction(async (tx) => {
    const found = await tx.get(shareDocuments, shareId);
    if (found === undefined || found.value.status === "sealed") return;
    const share: ShareDocument = {
      ...found.value,
      status: "sealed",
      txHash: null,
      provedAt: null,
      deliveredAt: null,
      nextTryAt: null,
      refusal: null,
    };
    await tx.replace(shareDocuments, share, found.version);
  });
}

function proved(parts: ProofParts, share: ShareDocument, txHash: Hex): ShareDocument {
  const now = parts.clock.now();
  const known = { ...share, txHash, provedAt: now };
  if (share.recipient === parts.identity.address) {
    return { ...known, status: "delivered", deliveredAt: now };
  }
  const status = share.sealedTo === null ? "waiting" : "proved";
  return { ...known, status, nextTryAt: now };
}

async function undo(
  parts: ProofParts,
  tx: Transaction,
  share: ShareDocument,
  moved: JournalledTransaction,
): Promise<NodeError> {
  const { id, dataHash: hash, requestId } = share;
  await tx.delete(shareDocuments, id);
  await tx.delete(outgoingEnvelopes, id);
  // What succeeded on the chain has paid.
  if (moved.state !== "unproved") await tx.delete(keyPaymentDocuments, id);
  const others = await tx.count(shareDocuments, { index: "by_hash", equals: [hash] });
  // A caller was told that data is kept whose proof the chain has lost since.
  if (others === 0 && (moved.lostBlock ?? null) === null) await tx.delete(ownData, hash);
  const error = failure(moved);
  if (requestId !== null) {
    // Refused left no trace on the chain, so the same key may try again; what was executed there stays told.
    if (moved.state === "refused") await parts.idempotency.release(tx, requestId);
    else await parts.idempotency.fail(tx, requestId, error);
  }
  return error;
}

/** Only what was not executed, or failed on the chain, has certainly paid nothing. */
function failure({ state, reason, hash, lostBlock = null }: JournalledTransaction): NodeError {
  if (state === "unproved") {
    return new NodeError(
      "PROOF_MISSING",
      `Transaction ${hash} of this share succeeded on the chain without a record of the compliance contract. Nothing was ` +
        `shared, and what it paid stays paid: look at the transaction before you share again.`,
      { details: { txHash: hash } },
    );
  }
  const why = reason ?? "No reason was given.";
  if (state === "refused" && lostBlock !== null) {
    return new NodeError(
      "TRANSACTION_REFUSED",
      `A reorganisation of the chain has replaced block ${lostBlock} with the proof and the payment of this share, and ` +
        `they cannot be made again: ${why} Nothing is paid now; the recipient may have the data already.`,
      { details: { reason: why } },
    );
  }
  const nothing = `${why.replace(/\.$/, "")}. Nothing was paid and nothing was shared.`;
  return state === "refused"
    ? new NodeError("TRANSACTION_REFUSED", `The proof of this share was not made: ${nothing}`, {
        details: { reason: why },
      })
    : new NodeError(
        "TRANSACTION_REVERTED",
        `The proof of this share failed on the chain: ${nothing}`,
        { details: { reason: why, txHash: hash } },
      );
}
