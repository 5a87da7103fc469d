/**
 * One work queue: messages wait, are delivered under a lease, and end by acknowledgement only.
 *
 * A message is in exactly one place: `#ready` (first come, first served), under a lease, or delayed after a rejection.
 */

import type { Clock } from "../clock.ts";
import { hasCode } from "../errors.ts";
import { KernelError } from "../kernel-error.ts";
import { pauseInBackground } from "../pause-in-background.ts";
import type { Subscription } from "../subscription.ts";
import { consumeLimits } from "./consume-limits.ts";
import type { DeadLetters } from "./dead-letters.ts";
import type { FaultReporter } from "./fault.ts";
import { Fifo } from "./fifo.ts";
import type { ConsumeOptions, Delivery } from "./port.ts";

export interface WorkQueueSettings {
  readonly name: string;
  readonly maxWaiting: number;
  readonly redeliveryDelayMilliseconds: number;
  readonly clock: Clock;
  readonly report: FaultReporter;
  readonly letters: DeadLetters;
}

type Handler = (delivery: Delivery<unknown>) => Promise<void>;

interface Message {
  readonly id: string;
  readonly payload: unknown;
  attempt: number;
}

interface Consumer {
  readonly handler: Handler;
  readonly concurrency: number;
  readonly leaseMilliseconds: number;
  readonly maxDeliveries: number;
  /** The handler's calls under way, also those that have lost their lease: they still use their place. */
  readonly running: Map<Promise<void>, AbortController>;
}

/** One delivery under way; `held` turns false for good when it is settled or lost. */
interface Lease {
  readonly message: Message;
  readonly controller: AbortController;
  readonly released: AbortController;
  held: boolean;
  expiresAt: number;
}

export class WorkQueue {
  readonly #settings: WorkQueueSettings;
  /** Everything in the queue by id, wherever it is. */
  readonly #messages = new Map<string, Message>();
  readonly #ready = new Fifo<Message>();
  #delayed = 0;
  readonly #consumers = new Set<Consumer>();
  readonly #closing = new AbortController();

  constructor(settings: WorkQueueSettings) {
    this.#settings = settings;
  }

  get consumers(): number {
    return this.#consumers.size;
  }

  /** `payload` is the queue's own copy. @throws BUS_QUEUE_FULL */
  enqueue(id: string, payload: unknown): void {
    if (this.#messages.has(id)) return;
    const { name, maxWaiting } = this.#settings;
    if (this.#ready.length + this.#delayed >= maxWaiting) {
      throw new KernelError(
        "BUS_QUEUE_FULL",
        `Queue "${name}" holds ${maxWaiting} waiting messages, its bound. Try again later.`,
        { details: { queue: name, maxWaiting } },
      );
    }
    const message: Message = { id, payload, attempt: 0 };
    this.#messages.set(id, message);
    this.#ready.push(message);
    this.#dispatch();
  }

  consume(handler: Handler, options: ConsumeOptions): Subscription {
    const consumer: Consumer = { handler, ...consumeLimits(options), running: new Map() };
    this.#consumers.add(consumer);
    this.#dispatch();
    return { stop: () => this.#stop(consumer) };
  }

  /** Messages that were given up. */
  get deadLetters(): DeadLetters {
    return this.#settings.letters;
  }

  /** Stops every consumer and forgets what waits. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#ready.clear();
    await Promise.all([...this.#consumers].map((consumer) => this.#stop(consumer)));
    this.#messages.clear();
    await this.deadLetters.settled();
  }

  async #stop(consumer: Consumer): Promise<void> {
    this.#consumers.delete(consumer);
    const reason = new KernelError("BUS_CLOSED", "The consumer was stopped.");
    for (const controller of consumer.running.values()) controller.abort(reason);
    await Promise.all(consumer.running.keys());
  }

  #dispatch(): void {
    while (this.#ready.length > 0 && !this.#closing.signal.aborted) {
      const consumer = this.#idlest();
      if (consumer === undefined) return;
      this.#deliver(this.#ready.shift()!, consumer);
    }
  }

  /** The consumer with the most free places, the longest attached among equals. */
  #idlest(): Consumer | undefined {
    let best: Consumer | undefined;
    let bestFree = 0;
    for (const consumer of this.#consumers) {
      const free = consumer.concurrency - consumer.running.size;
      if (free > bestFree) {
        best = consumer;
        bestFree = free;
      }
    }
    return best;
  }

  #deliver(message: Message, consumer: Consumer): void {
    message.attempt++;
    const lease: Lease = {
      message,
      controller: new AbortController(),
      released: new AbortController(),
      held: true,
      expiresAt: 0,
    };
    const prolong = (): void => {
      lease.expiresAt = this.#settings.clock.monotonic() + consumer.leaseMilliseconds;
    };
    prolong();
    const delivery: Delivery<unknown> = {
      id: message.id,
      payload: message.payload,
      attempt: message.attempt,
      signal: lease.controller.signal,
      heartbeat: prolong,
    };
    const run = this.#run(lease, consumer, delivery);
    consumer.running.set(run, lease.controller);
    void run.then(() => {
      consumer.running.delete(run);
      this.#dispatch();
    });
    void this.#watch(lease, consumer);
  }

  /** Never rejects. */
  async #run(lease: Lease, consumer: Consumer, delivery: Delivery<unknown>): Promise<void> {
    // The handler starts in a turn of its own, so that `enqueue` has returned before it runs.
    await Promise.resolve();
    try {
      await consumer.handler(delivery);
      if (this.#release(lease)) this.#messages.delete(lease.message.id);
    } catch (error) {
      if (!this.#release(lease)) return;
      if (lease.controller.signal.aborted) {
        this.#giveBack(lease.message);
        return;
      }
      this.#settings.report({ where: "consumer", name: this.#settings.name, error });
      if (this.#giveUp(lease.message, consumer, error)) return;
      void this.#giveBackLater(lease.message);
    }
  }

  /** Ends the lease; whether it was still held. */
  #release(lease: Lease): boolean {
    const wasHeld = lease.held;
    lease.held = false;
    lease.released.abort();
    return wasHeld;
  }

  async #watch(lease: Lease, consumer: Consumer): Promise<void> {
    const { clock } = this.#settings;
    for (;;) {
      const left = lease.expiresAt - clock.monotonic();
      if (left <= 0) break;
      if (!(await pauseInBackground(clock, left, lease.released.signal))) return;
    }
    if (!this.#release(lease)) return;
    const { id } = lease.message;
    const lost = new KernelError("BUS_LEASE_LOST", `The lease of message "${id}" ran out.`, {
      details: { queue: this.#settings.name, id },
    });
    lease.controller.abort(lost);
    if (!this.#giveUp(lease.message, consumer, lost)) this.#giveBack(lease.message);
  }

  /** Makes a message a dead letter at its last allowed delivery, or when it cannot be read; tells whether it did. */
  #giveUp({ id, payload, attempt }: Message, consumer: Consumer, error: unknown): boolean {
    if (attempt < consumer.maxDeliveries && !hasCode(error, "BUS_MESSAGE_UNREADABLE")) return false;
    const reason = error instanceof Error ? error.message : String(error);
    const time = this.#settings.clock.now();
    this.#messages.delete(id);
    this.deadLetters.add({ id, payload, attempts: attempt, error: reason, time });
    return true;
  }

  #giveBack(message: Message): void {
    if (this.#closing.signal.aborted) return;
    this.#ready.push(message);
    this.#dispatch();
  }

  async #giveBackLater(message: Message): Promise<void> {
    this.#delayed++;
    try {
      const { clock, redeliveryDelayMilliseconds } = this.#settings;
      await clock.sleep(redeliveryDelayMilliseconds, this.#closing.signal);
    } catch {
      return;
    } finally {
      this.#delayed--;
    }
    this.#giveBack(message);
  }
}
