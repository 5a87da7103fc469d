/**
 * The service bus port: a work queue with leases, broadcast topics, and requests to services.
 *
 * Payloads and events are plain JSON (`checkJson`; undefined counts as null): they arrive as copies, frozen where the
 * engine shares them. Job state lives in the store, never only in the bus.
 *
 * An engine may reach over many processes. A message is then delivered at least once: an acknowledgement that is lost
 * with its process or its connection brings the message again, so a handler has to be repeatable.
 * Every engine passes `busConformance` of `@bourse/conformance/bus`.
 */

import type { Subscription } from "../subscription.ts";

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
  /**
   * Time in milliseconds until a message without a heartbeat is delivered again. 1–86,400,000. All consumers of one
   * queue use the same: an engine between processes applies that of the consumer that was attached last.
   */
  readonly leaseMilliseconds: number;
  /**
   * Maximum number of deliveries of one message. One that was rejected or lost its lease at the last becomes a dead
   * letter, and so does one that cannot be read, at once; deliveries that a stopped consumer gave back count. 1–1000,
   * default 20.
   */
  readonly maxDeliveries?: number;
}

/** A message that was given up: after its last allowed delivery, or because nobody can read it. */
export interface DeadLetter {
  /** The id under which the message was enqueued. */
  readonly id: string;
  /** Place among the dead letters of its queue, from 1: a later letter has a larger one, and none is used again. */
  readonly sequence: number;
  /** The message's JSON. */
  readonly payload: unknown;
  /** Number of its deliveries. */
  readonly attempts: number;
  /** Message of the error of its last delivery, or the reason that its lease was lost. */
  readonly error: string;
  /** Time at which it was given up, milliseconds UTC. */
  readonly time: number;
}

/** Bounds of a list of dead letters. */
export interface DeadLetterSelection {
  /** Maximum number of letters. 1–1000, default 100. */
  readonly limit?: number;
  /** Largest sequence of a letter. Default: none, the list ends with the newest. */
  readonly until?: number;
}

/** Limits of one request. */
export interface BusRequestOptions {
  /** Longest wait for the answer in milliseconds. 1–86,400,000. */
  readonly timeoutMilliseconds: number;
  /** Signal that ends the wait; the service is not told. Default: none. */
  readonly signal?: AbortSignal;
  /**
   * Name of the caller, for a service in the same process; an engine between processes sends the name of its own
   * process. Default: none.
   */
  readonly caller?: string;
}

/** Circumstances of a request. */
export interface RequestCall {
  /**
   * Name of the process that asks, as its signature proves, or the caller that the request of the same process names;
   * null without either.
   */
  readonly caller: string | null;
}

/** Answers the requests of one method: resolves to the answer, plain JSON, or rejects with the caller's error. */
export type RequestHandler = (payload: unknown, call: RequestCall) => Promise<unknown>;

/** Work queues, broadcast topics and requests between the parts of a service. */
export interface Bus {
  /**
   * Appends a message to a queue. An id that is already waiting, delayed or running in that queue changes nothing.
   * `hasConsumer`: true when a consumer of the queue is attached now, in whatever process.
   *
   * @throws KernelError BUS_QUEUE_FULL, BUS_CLOSED, JSON_INVALID, ARGUMENT_INVALID; BUS_UNAVAILABLE from an engine
   * between processes that cannot be reached, at most a second after the call
   */
  enqueue(queue: string, id: string, payload: unknown): Promise<{ readonly hasConsumer: boolean }>;
  /**
   * Delivers messages in the order of their arrival. A handler that resolves acknowledges its message; one that rejects
   * gives it back for another attempt. A lease that runs out without a heartbeat gives the message to another consumer,
   * or to this one again; an acknowledgement after that has no effect.
   *
   * `stop()` takes no more messages, aborts the signals of running handlers and waits for them: what then resolves is
   * acknowledged, what rejects goes back to the queue.
   *
   * A message is given up after `maxDeliveries`, or at once when the handler rejects with BUS_MESSAGE_UNREADABLE, and
   * {@link deadLetters} lists it; its id may then be enqueued again.
   *
   * @throws KernelError BUS_CLOSED, ARGUMENT_INVALID
   */
  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription;
  /**
   * Lists the newest dead letters of a queue, the oldest of them first. An engine keeps at least the newest 1000 of a
   * queue.
   *
   * @throws KernelError BUS_CLOSED, BUS_UNAVAILABLE, ARGUMENT_INVALID
   */
  deadLetters(queue: string, options?: DeadLetterSelection): Promise<readonly DeadLetter[]>;
  /**
   * Counts the dead letters that are kept of a queue.
   *
   * @throws KernelError BUS_CLOSED, BUS_UNAVAILABLE, ARGUMENT_INVALID
   */
  countDeadLetters(queue: string): Promise<number>;
  /**
   * Deletes the dead letters of one id. True when there was one. `until`: the largest sequence to delete, default: all.
   * To try a message again, enqueue it first, and then delete its letters until the one that was read: a letter that
   * the new attempt left meanwhile stays.
   *
   * @throws KernelError BUS_CLOSED, BUS_UNAVAILABLE, ARGUMENT_INVALID
   */
  removeDeadLetters(
    queue: string,
    id: string,
    options?: { readonly until?: number },
  ): Promise<boolean>;

  /**
   * Sends an event to the current listeners of a topic, at most once each. An error of a listener is reported to the
   * bus's owner, never thrown here. Without effect on a closed bus; while an engine between processes cannot be
   * reached, the listeners of this process alone get the event.
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

  /**
   * Asks a service for an answer: one process that serves `service` handles it, at most once.
   * A `BourseError` that the handler rejects with is rejected here with its code, message and details.
   *
   * @throws KernelError BUS_NO_RESPONDER when nobody serves it now, BUS_TIMEOUT, BUS_REQUEST_FAILED for any other error
   * of the handler and for a request or an answer that cannot be read, BUS_UNAVAILABLE, BUS_CLOSED, JSON_INVALID,
   * ARGUMENT_INVALID; the reason of `options.signal`. BUS_NO_RESPONDER, BUS_TIMEOUT and BUS_UNAVAILABLE tell by
   * `details.isUndone: true` that no process has begun the request and none will; otherwise one may have
   */
  request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: BusRequestOptions,
  ): Promise<Reply>;
  /**
   * Answers the requests to a service, side by side; of several processes that serve it, one gets each request.
   * `stop()` takes no more requests and waits for those under way.
   *
   * @throws KernelError BUS_CLOSED, ARGUMENT_INVALID
   */
  serve(service: string, handlers: Readonly<Record<string, RequestHandler>>): Subscription;

  /** Checks that messages can be sent now. @throws KernelError BUS_UNAVAILABLE, BUS_CLOSED */
  probe(): Promise<void>;
  /** Stops all consumers, listeners and services, and waits for running handlers. Idempotent. */
  close(): Promise<void>;
}
