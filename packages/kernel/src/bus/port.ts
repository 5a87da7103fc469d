/**
 * The service bus port: a work queue with leases, and broadcast topics.
 *
 * Payloads and events are plain JSON (`checkJson`; undefined counts as null): they arrive as copies, frozen where the
 * engine shares them. Job state lives in the store, never only in the bus.
 * Every engine passes `busConformance` of `@bourse/conformance/bus`.
 */

/** A consumer or a listener that is attached to a bus. */
export interface Subscription {
  /** Detaches it; resolves when none of its handlers runs any more. Idempotent. */
  stop(): Promise<void>;
}

/** One message of a work queue, held under a lease until it is acknowledged or given back. */
export interface Delivery<Payload> {
  /** The id under which the message was enqueued. */
  readonly id: string;
  /** The message's JSON, typed as the consumer expects it; the bus does not check its shape. */
  readonly payload: Payload;
  /** Number of this delivery of the message; 1 the first time. */
  readonly attempt: number;
  /** Aborted when the lease is lost (reason: BUS_LEASE_LOST) or the consumer is stopped (reason: BUS_CLOSED). */
  readonly signal: AbortSignal;
  /** Prolongs the lease to its full length from now; without effect once the lease is lost. */
  heartbeat(): void;
}

/** Limits of one consumer. */
export interface ConsumeOptions {
  /** Maximum number of messages that the handler holds at once. 1–1000. */
  readonly concurrency: number;
  /** Time in milliseconds until a message without a heartbeat is delivered again. 1–86,400,000. */
  readonly leaseMilliseconds: number;
}

/** A work queue and broadcast topics between the parts of a service. */
export interface Bus {
  /**
   * Appends a message to a queue. An id that is already waiting, delayed or running in that queue changes nothing.
   * Resolves to the number of consumers that are attached to the queue now.
   *
   * @throws KernelError BUS_QUEUE_FULL, BUS_CLOSED, JSON_INVALID, ARGUMENT_INVALID
   */
  enqueue(queue: string, id: string, payload: unknown): Promise<{ readonly consumers: number }>;
  /**
   * Delivers messages in the order of their arrival. A handler that resolves acknowledges its message; one that rejects
   * gives it back for another attempt. A lease that runs out without a heartbeat gives the message to another consumer,
   * or to this one again; an acknowledgement after that has no effect.
   *
   * `stop()` takes no more messages, aborts the signals of running handlers and waits for them: what then resolves is
   * acknowledged, what rejects goes back to the queue.
   *
   * @throws KernelError BUS_CLOSED, ARGUMENT_INVALID
   */
  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription;

  /**
   * Sends an event to the current listeners of a topic, at most once each. An error of a listener is reported to the
   * bus's owner, never thrown here. Without effect on a closed bus.
   *
   * @throws KernelError JSON_INVALID
   */
  publish(topic: string, event: unknown): void;
  /**
   * Listens to exactly this topic. Events of one publisher arrive in order, never inside the call of `publish`.
   *
   * @throws KernelError BUS_CLOSED, ARGUMENT_INVALID
   */
  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription;

  /** Stops all consumers and listeners, and waits for running handlers. Idempotent. */
  close(): Promise<void>;
}
