/** Proofs by which clients were let in, judged while they are connected. */

/**
 * State of the proof of a connected client: it holds, it has ended, or it cannot be judged now.
 */
export type ClientProof = "valid" | "ended" | "unknown";

/** A connected client, as far as its proof goes. */
interface Proven {
  /** Judges the proof of the client and closes the client when that is due. Never rejects. */
  judgeProof(): Promise<void>;
}

/** Judgements that are under way at a time: the judge may be another service. */
const AT_ONCE = 16;

/** Judges the proofs of all clients, some at a time. Never rejects. */
export async function judgeProofs(clients: Iterable<Proven>): Promise<void> {
  const left = clients[Symbol.iterator]();
  const judge = async (): Promise<void> => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      await next.value.judgeProof();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, judge));
}
