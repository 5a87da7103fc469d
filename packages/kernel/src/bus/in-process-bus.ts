/** An in-process bus: messages neither leave the process nor survive it; what was given up can be kept in a store. */

import { anyFunction, recordOf } from "../checked-calls.ts";
import { checkText } from "../checks.ts";
import { systemClock, type Clock } from "../clock.ts";
import { frozenJson } from "../json.ts";
import { KernelError } from "../kernel-error.ts";
import { functionOption, integerOption, optional, portOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import type { Subscription } from "../subscription.ts";
import { createMemoryLetters } from "./dead-letters.ts";
import { guardedReporter, type FaultReporter } from "./fault.ts";
import { letterSelection } from "./letter-selection.ts";
import type {
  Bus,
  BusRequestOptions,
  ConsumeOptions,
  DeadLetter,
  DeadLetterSelection,
  Delivery,
  RequestHandler,
} from "./port.ts";
import { checkRequestOptions } from "./request-options.ts";
import { Services } from "./services.ts";
import { StoredLetters, type DeadLetterStore } from "./stored-letters.ts";
import { Topics } from "./topics.ts";
import { WorkQueue } from "./work-queue.ts";

/** Options of {@link createInProcessBus}. */
export interface InProcessBusOptions {
  /** Maximum number of messages that wait in one queue, running ones not counted. 1–1,000,000; default 10,000. */
  readonly maxWaiting?: number;
  /** Delay in milliseconds before a rejected message is delivered again. 0–3,600,000; default 1000. */
  readonly redeliveryDelayMilliseconds?: number;
  /** Clock of leases and delays. Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Called with errors that no caller learns of: rejections of consumers, errors of listeners, internal errors of
   * services. Default: no-op.
   */
  readonly onFault?: FaultReporter;
  /**
   * Store that keeps the dead letters when the process ends, with the collection `deadLetterCollection`; close it after
   * the bus. Several buses may share it. Default: none, dead letters end with the bus.
   */
  readonly deadLetterStore?: DeadLetterStore;
}

/**
 * Creates a bus whose queues and topics live in this process: the default of a server that runs in one process.
 *
 * Payloads are copied and frozen when they are enqueued or published. A waiting message is lost with the process, so
 * its sender keeps the job in a store and enqueues it again at the next start.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createInProcessBus(options: InProcessBusOptions = {}): Bus {
  const settings = resolveOptions<Settings>("createInProcessBus", options, {
    maxWaiting: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
    redeliveryDelayMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 1000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    onFault: functionOption<FaultReporter>({ default: () => undefined }),
    deadLetterStore: optional(portOption<DeadLetterStore>(["find", "count", "insert", "delete"])),
  });
  return new InProcessBus(settings);
}

type Settings = Required<Omit<InProcessBusOptions, "deadLetterStore">> &
  Pick<InProcessBusOptions, "deadLetterStore">;

class InProcessBus implements Bus {
  readonly #settings: Settings;
  readonly #report: FaultReporter;
  readonly #topics: Topics;
  readonly #services: Services;
  readonly #queues = new Map<string, WorkQueue>();
  #closed: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#report = guardedReporter(settings.onFault);
    this.#topics = new Topics(this.#report);
    this.#services = new Services(settings.clock, this.#report);
  }

  async enqueue(
    queue: string,
    id: string,
    payload: unknown,
  ): Promise<{ readonly hasConsumer: boolean }> {
    this.#checkOpen();
    checkText("id", id, 200);
    const target = this.#queue(queue);
    target.enqueue(id, frozenJson(payload ?? null));
    return { hasConsumer: target.consumers > 0 };
  }

  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription {
    this.#checkOpen();
    anyFunction("handler", handler);
    // Producer and consumer agree on the payload's shape; the bus checks only that it is JSON.
    return this.#queue(queue).consume(
      handler as (delivery: Delivery<unknown>) => Promise<void>,
      options,
    );
  }

  async deadLetters(queue: string, options?: DeadLetterSelection): Promise<readonly DeadLetter[]> {
    this.#checkOpen();
    const { limit, until } = letterSelection("deadLetters", options);
    return this.#queue(queue).deadLetters.newest(limit, until);
  }

  async countDeadLetters(queue: string): Promise<number> {
    this.#checkOpen();
    return this.#queue(queue).deadLetters.count();
  }

  async removeDeadLetters(
    queue: string,
    id: string,
    options?: { readonly until?: number },
  ): Promise<boolean> {
    this.#checkOpen();
    checkText("id", id, 200);
    const { until } = letterSelection("removeDeadLetters", options);
    return this.#queue(queue).deadLetters.remove(id, until);
  }

  publish(topic: string, event: unknown): void {
    checkText("topic", topic, 200);
    this.#topics.publish(topic, event);
  }

  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription {
    this.#checkOpen();
    checkText("topic", topic, 200);
    anyFunction("listener", listener);
    return this.#topics.subscribe(topic, listener as (event: unknown) => void);
  }

  async request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: BusRequestOptions,
  ): Promise<Reply> {
    this.#checkOpen();
    checkText("service", service, 200);
    checkText("method", method, 200);
    checkRequestOptions(options);
    // The two sides agree on the answer's shape; the bus checks only that it is JSON.
    return (await this.#services.request(service, method, payload, options)) as Reply;
  }

  serve(service: string, handlers: Readonly<Record<string, RequestHandler>>): Subscription {
    this.#checkOpen();
    checkText("service", service, 200);
    recordOf(anyFunction)("handlers", handlers);
    return this.#services.serve(service, handlers);
  }

  async probe(): Promise<void> {
    this.#checkOpen();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#topics.close();
    await Promise.all([
      this.#services.close(),
      ...[...this.#queues.values()].map((queue) => queue.close()),
    ]);
  }

  #queue(name: string): WorkQueue {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      checkText("queue", name, 200);
      const { maxWaiting, redeliveryDelayMilliseconds, clock, deadLetterStore } = this.#settings;
      const report = this.#report;
      const letters =
        deadLetterStore === undefined
          ? createMemoryLetters()
          : new StoredLetters({ store: deadLetterStore, queue: name, clock, report });
      queue = new WorkQueue({
        name,
        maxWaiting,
        redeliveryDelayMilliseconds,
        clock,
        report,
        letters,
      });
      this.#queues.set(name, queue);
    }
    return queue;
  }

  #checkOpen(): void {
    if (this.#closed === undefined) return;
    throw new KernelError("BUS_CLOSED", "The bus is closed and accepts no more calls.");
  }
}
