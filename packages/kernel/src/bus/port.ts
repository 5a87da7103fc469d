/**
 * The service bus port: requests to a named service, a work queue with leases, and broadcast topics.
 *
 * Payloads are structured-cloneable JSON. The truth of a job lives in the store, never only here.
 */

/** Ends what it was returned for; idempotent, and resolves when nothing of it runs any more. */
export interface Subscription {
  stop(): Promise<void>;
}

/** Handlers of a service by method name. A BourseError that they throw reaches the caller with its code. */
export type ServiceHandlers = Readonly<
  Record<string, (payload: never, context: { readonly signal: AbortSignal }) => Promise<unknown>>
>;

/** One message of a work queue, held under a lease until it is acknowledged or given back. */
export interface Delivery<Payload> {
  /** The id under which it was enqueued; a second enqueue of a waiting id changes nothing. */
  readonly id: string;
  readonly payload: Payload;
  /** 1 on the first delivery. */
  readonly attempt: number;
  /** Aborted when the lease is lost or the consumer is stopped. */
  readonly signal: AbortSignal;
  /** Prolongs the lease to its full length from now. */
  heartbeat(): void;
}

export interface Bus {
  /**
   * @throws BUS_NO_RESPONDERS at once when nobody serves `service`; BUS_TIMEOUT; BUS_CLOSED; the service's own error.
   */
  request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: { readonly timeoutMilliseconds: number; readonly signal?: AbortSignal },
  ): Promise<Reply>;
  serve(service: string, handlers: ServiceHandlers): Subscription;

  /** @throws BUS_QUEUE_FULL, BUS_CLOSED. Resolves to how many consumers are attached to the queue now. */
  enqueue(queue: string, id: string, payload: unknown): Promise<{ readonly consumers: number }>;
  /**
   * Takes messages one by one, at most `concurrency` at a time. Resolving acknowledges; rejecting gives the
   * message back for another attempt; a lease that runs out without a heartbeat gives it to another consumer.
   */
  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: { readonly concurrency: number; readonly leaseMilliseconds: number },
  ): Subscription;

  /** At most once, to whoever listens now. Never throws for a listener's fault. */
  publish(topic: string, event: unknown): void;
  /** `topic` exactly. Events of one publisher arrive in order. */
  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription;

  close(): Promise<void>;
}
