/** Hands signed bytes to the chain, as often as it takes, and notes what it says to them. */
import type { ChainRpc } from "../port.ts";
import { endpointWords } from "../rpc/endpoint-words.ts";
import { namedLeastTip } from "./fee-refusal.ts";
import type { LaneTransaction, SendRefusal } from "./lane-transaction.ts";
import { sendOutcome } from "./send-outcome.ts";

/** True when the newest bytes of the transaction should be sent now. */
export function isDue(
  transaction: LaneTransaction,
  now: number,
  rebroadcastMilliseconds: number,
): boolean {
  const newest = transaction.versions.at(-1);
  if (newest === undefined || newest.raw === "0x" || !transaction.open) return false;
  if (transaction.state === "mined") return false;
  // Given up, but not yet signed away: the old bytes are not helped any more.
  if (transaction.reason !== null && !newest.cancels) return false;
  if (transaction.sentAt === null) return true;
  return now - transaction.sentAt >= rebroadcastMilliseconds;
}

/**
 * Sends the newest bytes of each, in the order of their nonces; what they have come to, in the same order.
 * @throws NodeError CHAIN_UNAVAILABLE, CHAIN_MISMATCH: some may have been sent
 */
export async function broadcast(
  rpc: ChainRpc,
  due: readonly LaneTransaction[],
  now: () => number,
  signal: AbortSignal,
): Promise<readonly LaneTransaction[]> {
  const outcomes = await rpc.batch(
    due.map(({ versions }) => ({
      method: "eth_sendRawTransaction",
      params: [versions.at(-1)?.raw],
    })),
    { signal },
  );
  return due.map((transaction, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) return transaction;
    if ("result" in outcome) return sent(transaction, now());
    return answered(transaction, outcome.error.message, now());
  });
}

/** The transaction after a request of which no endpoint has told what became of it. */
export function unanswered(transaction: LaneTransaction, said: string): LaneTransaction {
  const refusal = refusalOf(transaction, said, false);
  return refusal === transaction.refusal ? transaction : { ...transaction, refusal };
}

/** Reports if another version of the transaction should be made at once. */
export function isHasty({ signedAt, state }: LaneTransaction): boolean {
  return signedAt === 0 && (state === "signed" || state === "sent");
}

function sent(transaction: LaneTransaction, now: number): LaneTransaction {
  const { versions } = transaction;
  const taken = versions.map((one, place) =>
    place === versions.length - 1 ? { ...one, isTaken: true } : one,
  );
  return { ...transaction, state: "sent", sentAt: now, versions: taken, refusal: null };
}

/** Number of immediate fee increases after another version was called better; later ones wait. */
const HASTY_VERSIONS = 8;

function answered(transaction: LaneTransaction, message: string, now: number): LaneTransaction {
  switch (sendOutcome(message)) {
    case "accepted":
    case "used":
      return sent(transaction, now);
    case "outbid":
      if (transaction.versions.length > HASTY_VERSIONS) return sent(transaction, now);
      return { ...sent(transaction, now), signedAt: 0 };
    case "underpriced": {
      const state = transaction.versions.some(({ isTaken }) => isTaken) ? "sent" : "signed";
      const refusal = refusalOf(transaction, message, true);
      return { ...transaction, state, sentAt: now, signedAt: 0, refusal };
    }
    case "invalid": {
      const reason = `The chain does not take this transaction: ${endpointWords(message)}`;
      return { ...transaction, reason };
    }
    case "unpayable":
    case "later":
      return unanswered(transaction, message);
  }
}

function refusalOf(
  { refusal, versions }: LaneTransaction,
  said: string,
  isUnderpriced: boolean,
): SendRefusal | null {
  const words = endpointWords(said);
  const tip = BigInt(versions.at(-1)?.maxPriorityFeePerGas ?? 0);
  const leastTip = isUnderpriced ? (namedLeastTip(said, tip)?.toString() ?? null) : null;
  const isSame =
    refusal?.words === words &&
    refusal.isUnderpriced === isUnderpriced &&
    refusal.leastTip === leastTip;
  // The same object where nothing has changed: it needs no write.
  return isSame ? refusal : { words, isUnderpriced, leastTip };
}
