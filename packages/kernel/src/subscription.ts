/** What stops a consumer or a listener, of a bus as of a store. */

/** A consumer or a listener that is attached to a bus. */
export interface Subscription {
  /** Detaches it; resolves when none of its handlers runs any more. Idempotent. */
  stop(): Promise<void>;
}
