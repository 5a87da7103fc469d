/** Payments that are followed until the chain has settled them. */

import type { TransferRequest } from "../chain/port.ts";
import { isNodeError, NodeError } from "../errors.ts";
import { attemptPayment, type AttemptParts } from "./attempt-payment.ts";

export interface FollowingParts extends AttemptParts {
  /** Resolves when the transfer with this id does not wait for a review, or with the signal. */
  readonly reviewed: (id: string, signal: AbortSignal) => Promise<void>;
}

export class FollowedPayments {
  readonly #parts: FollowingParts;
  readonly #followed = new Map<string, Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(parts: FollowingParts) {
    this.#parts = parts;
  }

  /** Follows a payment from now on; without effect for one that is followed already. */
  add(request: TransferRequest): void {
    const { id } = request;
    if (this.#followed.has(id)) return;
    this.#followed.set(
      id,
      this.#follow(request).finally(() => this.#followed.delete(id)),
    );
  }

  /** Resolves when nothing is followed any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#followed.values());
  }

  /** Never rejects. */
  async #follow(request: TransferRequest): Promise<void> {
    const { reviewed, events } = this.#parts;
    const { signal } = this.#stopping;
    try {
      while (!signal.aborted) {
        await reviewed(request.id, signal);
        const { status } = await attemptPayment(this.#parts, request, { signal });
        if (status === "settled") return;
      }
    } catch (error) {
      if (isNodeError(error, "NEEDS_REVIEW") && !signal.aborted) return this.#follow(request);
      if (error instanceof NodeError || signal.aborted) return;
      events.emit("system.error", {
        component: "payments",
        message: "A payment is not followed any more; it goes on, and its end is told later.",
        code: "PAYMENT_WATCH_FAILED",
      });
    }
  }
}
