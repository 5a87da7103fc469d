/** The bus of one process: nothing leaves it, nothing outlives it. */

import { checkText } from "../checks.ts";
import { systemClock, type Clock } from "../clock.ts";
import { frozenJson } from "../json.ts";
import { KernelError } from "../kernel-error.ts";
import { functionOption, integerOption, portOption } from "../option-rules.ts";
import { resolveOptions } from "../options.ts";
import { guardedReporter, type FaultReporter } from "./fault.ts";
import type {
  Bus,
  ConsumeOptions,
  Delivery,
  RequestOptions,
  ServiceHandlers,
  Subscription,
} from "./port.ts";
import { Services } from "./services.ts";
import { Topics } from "./topics.ts";
import { WorkQueue } from "./work-queue.ts";

/** How an in-process bus behaves. */
export interface InProcessBusOptions {
  /** How many messages may wait in one queue, running ones not counted. 1–1,000,000. Default 10,000. */
  readonly maxWaiting?: number;
  /** How long a message rests after its handler rejected it. 0–3,600,000. Default 1000. */
  readonly redeliveryDelayMilliseconds?: number;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** Hears of faults that nobody waits for: foreign errors of services, rejections of consumers, throwing listeners. Default: nobody. */
  readonly onFault?: FaultReporter;
}

/**
 * A bus whose servers, queues and topics live in this process: the default of a server that runs whole.
 *
 * Payloads are copied and frozen at the door (one walk over each). A waiting message is lost with the process: whoever
 * enqueues keeps its truth in a store and enqueues again at the start.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createInProcessBus(options: InProcessBusOptions = {}): Bus {
  const settings = resolveOptions<Required<InProcessBusOptions>>("createInProcessBus", options, {
    maxWaiting: integerOption({ min: 1, max: 1_000_000, default: 10_000 }),
    redeliveryDelayMilliseconds: integerOption({ min: 0, max: 3_600_000, default: 1000 }),
    clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
    onFault: functionOption<FaultReporter>({ default: () => undefined }),
  });
  return new InProcessBus(settings);
}

class InProcessBus implements Bus {
  readonly #settings: Required<InProcessBusOptions>;
  readonly #report: FaultReporter;
  readonly #services: Services;
  readonly #topics: Topics;
  readonly #queues = new Map<string, WorkQueue>();
  #closed: Promise<void> | undefined;

  constructor(settings: Required<InProcessBusOptions>) {
    this.#settings = settings;
    this.#report = guardedReporter(settings.onFault);
    this.#services = new Services(settings.clock, this.#report);
    this.#topics = new Topics(this.#report);
  }

  async request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: RequestOptions,
  ): Promise<Reply> {
    this.#checkOpen();
    return (await this.#services.request({ service, method, payload }, options)) as Reply;
  }

  serve(service: string, handlers: ServiceHandlers): Subscription {
    this.#checkOpen();
    checkText("service", service, 200);
    return this.#services.serve(service, handlers);
  }

  async enqueue(
    queue: string,
    id: string,
    payload: unknown,
  ): Promise<{ readonly consumers: number }> {
    this.#checkOpen();
    checkText("id", id, 200);
    const target = this.#queue(queue);
    target.enqueue(id, frozenJson(payload ?? null));
    return { consumers: target.consumers };
  }

  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription {
    this.#checkOpen();
    // What a queue carries is agreed between those who use it; the bus can't check more than that it is JSON.
    return this.#queue(queue).consume(
      handler as (delivery: Delivery<unknown>) => Promise<void>,
      options,
    );
  }

  publish(topic: string, event: unknown): void {
    this.#topics.publish(topic, event);
  }

  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription {
    this.#checkOpen();
    checkText("topic", topic, 200);
    return this.#topics.subscribe(topic, listener as (event: unknown) => void);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#topics.close();
    const queues = [...this.#queues.values()].map((queue) => queue.close());
    await Promise.all([this.#services.close(), ...queues]);
  }

  #queue(name: string): WorkQueue {
    let queue = this.#queues.get(name);
    if (queue === undefined) {
      checkText("queue", name, 200);
      const { maxWaiting, redeliveryDelayMilliseconds, clock } = this.#settings;
      const report = this.#report;
      queue = new WorkQueue({ name, maxWaiting, redeliveryDelayMilliseconds, clock, report });
      this.#queues.set(name, queue);
    }
    return queue;
  }

  #checkOpen(): void {
    if (this.#closed === undefined) return;
    throw new KernelError("BUS_CLOSED", "The bus is closed; nothing goes over it any more.");
  }
}
