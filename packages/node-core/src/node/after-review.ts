import type { JournalledTransaction, TransactionLane } from "../chain/port.ts";

/** Resolves when the transaction does not wait for a review, or with the signal. */
export async function afterReview(
  lane: TransactionLane,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = (moved: JournalledTransaction | undefined): void => {
    if (moved?.state !== "needs_review") resolve();
  };
  const leave = lane.onMove((moved) => {
    if (moved.id === id) look(moved);
  });
  signal.addEventListener("abort", () => resolve(), { once: true });
  if (signal.aborted) resolve();
  look(await lane.get(id));
  await promise;
  leave();
}
