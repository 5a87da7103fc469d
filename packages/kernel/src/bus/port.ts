/**
 * The service bus port: requests to a named service, a work queue with leases, and broadcast topics.
 *
 * Payloads, replies and events are plain JSON (`checkJson`; undefined counts as null): they arrive as copies, frozen
 * where the engine shares them. The truth of a job lives in the store, never only here.
 * Every engine passes `busConformance` of `@bourse/conformance/bus`.
 */

/** Ends what it was returned for; idempotent, and resolves when nothing of it runs any more. */
export interface Subscription {
  stop(): Promise<void>;
}

/** What a handler learns beside its payload. */
export interface RequestContext {
  /** Aborted when the caller has given up (its time-out or its signal) or the bus closes. */
  readonly signal: AbortSignal;
}

/**
 * Handlers of a service by method name. A BourseError that they throw reaches the caller with its code, message and
 * details; anything else reaches it as BUS_SERVICE_FAILED without a word of its text.
 */
export type ServiceHandlers = Readonly<
  Record<string, (payload: never, context: RequestContext) => Promise<unknown>>
>;

/** Limits of one request. */
export interface RequestOptions {
  readonly timeoutMilliseconds: number;
  /** Gives the request up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** One message of a work queue, held under a lease until it is acknowledged or given back. */
export interface Delivery<Payload> {
  /** The id under which it was enqueued. */
  readonly id: string;
  readonly payload: Payload;
  /** 1 on the first delivery. */
  readonly attempt: number;
  /** Aborted when the lease is lost (reason: BUS_LEASE_LOST) or the consumer is stopped (reason: BUS_CLOSED). */
  readonly signal: AbortSignal;
  /** Prolongs the lease to its full length from now; without effect once it is lost. */
  heartbeat(): void;
}

/** How a consumer takes messages. */
export interface ConsumeOptions {
  /** How many messages its handler holds at once, at most. 1–1000. */
  readonly concurrency: number;
  /** How long a message stays away from others without a heartbeat. 1–86,400,000. */
  readonly leaseMilliseconds: number;
}

export interface Bus {
  /**
   * The reply of one server of `service`; several servers of it take turns.
   *
   * @throws BUS_NO_RESPONDERS at once when nobody serves `service`; BUS_METHOD_UNKNOWN; BUS_TIMEOUT; BUS_CLOSED;
   * BUS_SERVICE_FAILED; JSON_INVALID; the service's own BourseError; the signal's reason
   */
  request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: RequestOptions,
  ): Promise<Reply>;
  /** Stopping ends new requests at once, and waits for those under way. @throws BUS_CLOSED */
  serve(service: string, handlers: ServiceHandlers): Subscription;

  /**
   * Puts a message at the end of a queue. An id that is waiting, delayed or running there already changes nothing.
   *
   * @throws BUS_QUEUE_FULL, BUS_CLOSED, JSON_INVALID. Resolves to how many consumers are attached to the queue now.
   */
  enqueue(queue: string, id: string, payload: unknown): Promise<{ readonly consumers: number }>;
  /**
   * Takes messages one by one, first come, first served. Resolving acknowledges; rejecting gives the message back for
   * another attempt; a lease that runs out without a heartbeat gives it to another consumer, or to this one again.
   * An acknowledgement that comes after the lease was lost counts for nothing.
   *
   * `stop()` takes no more, aborts the signal of what runs, and waits for it: what then resolves is acknowledged,
   * what rejects goes back to the queue.
   *
   * @throws BUS_CLOSED, ARGUMENT_INVALID
   */
  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription;

  /**
   * At most once, to whoever listens now. Never throws for a listener's fault. Without effect on a closed bus.
   *
   * @throws JSON_INVALID
   */
  publish(topic: string, event: unknown): void;
  /** `topic` exactly. Events of one publisher arrive in order, never inside the call of `publish`. @throws BUS_CLOSED */
  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription;

  /** Stops all servers, consumers and listeners; requests under way are refused with BUS_CLOSED. Idempotent. */
  close(): Promise<void>;
}
