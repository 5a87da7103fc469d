/** A bus between processes, over a NATS server with JetStream. */

import {
  anyFunction,
  busAddress,
  checkJson,
  checkRequestOptions,
  checkText,
  consumeLimits,
  createInProcessBus,
  letterSelection,
  withDeadline,
  type Bus,
  type BusFault,
  type BusRequestOptions,
  type ConsumeOptions,
  type DeadLetter,
  type DeadLetterSelection,
  type Delivery,
  type RequestHandler,
  type Subscription,
} from "@bourse/kernel";

import { DeadLetters } from "./dead-letters.ts";
import { closed, Link, NobodyListens } from "./link.ts";
import { loginOptions } from "./login-options.ts";
import { namesIn, type Names } from "./names.ts";
import {
  resolveNatsBusOptions,
  type NatsBusOptions,
  type NatsBusSettings,
} from "./nats-bus-options.ts";
import { Proof } from "./proof.ts";
import { QueueConsumer } from "./queue-consumer.ts";
import { QueueStreams } from "./queue-streams.ts";
import { requestRemote, serveRemote } from "./remote-services.ts";
import { RemoteTopics } from "./remote-topics.ts";
import { SeenCalls } from "./seen-calls.ts";

/**
 * Opens a bus on a NATS server with JetStream (2.9 or later). Waits for the connection for at most
 * `timeoutMilliseconds`; a server that is away is tried again for ever, and calls meanwhile are BUS_UNAVAILABLE.
 *
 * Messages of queues are stored on the server's disk before `enqueue` resolves, and delivered at least once. Events
 * reach listeners that are connected when they are published.
 *
 * @throws KernelError OPTION_INVALID
 */
export async function openNatsBus(options: NatsBusOptions): Promise<Bus> {
  const bus = new NatsBus(resolveNatsBusOptions(options));
  await bus.opened();
  return bus;
}

class NatsBus implements Bus {
  readonly #settings: NatsBusSettings;
  readonly #names: Names;
  readonly #link: Link;
  readonly #proof: Proof;
  readonly #seen: SeenCalls;
  readonly #streams: QueueStreams;
  readonly #letters: DeadLetters;
  /** Listeners and services of this process; others are reached through the link. */
  readonly #local: Bus;
  readonly #consumers = new Map<QueueConsumer, string>();
  readonly #topics: RemoteTopics;
  readonly #services = new Map<string, number>();
  readonly #serving = new Set<Subscription>();
  #closed: Promise<void> | undefined;

  constructor(settings: NatsBusSettings) {
    this.#settings = settings;
    const { clock, clientName, timeoutMilliseconds, maxWaiting, replicas } = settings;
    this.#names = namesIn(settings.namespace);
    this.#local = createInProcessBus({ clock, onFault: this.#report });
    const address = busAddress(settings.url);
    this.#link = new Link({
      address,
      login: loginOptions(address, settings),
      isLoginRequired: settings.isLoginRequired,
      clientName,
      clock,
      report: this.#report,
      timeoutMilliseconds,
    });
    this.#proof = new Proof(settings);
    this.#seen = new SeenCalls(clock);
    const shared = { link: this.#link, names: this.#names, proof: this.#proof };
    const report = this.#report;
    this.#streams = new QueueStreams({
      ...shared,
      maxWaiting,
      replicas,
      timeoutMilliseconds,
      report,
    });
    this.#letters = new DeadLetters(this.#link, this.#names);
    this.#topics = new RemoteTopics({ ...shared, local: this.#local, report });
    // A server may come back without what it held.
    this.#link.onConnected(() => this.#streams.forget());
  }

  opened(): Promise<void> {
    return this.#link.opened();
  }

  async enqueue(
    queue: string,
    id: string,
    payload: unknown,
  ): Promise<{ readonly hasConsumer: boolean }> {
    this.#checkOpen();
    checkText("queue", queue, 200);
    checkText("id", id, 200);
    const body = payload ?? null;
    checkJson(body);
    const text = JSON.stringify({ id, payload: body });
    const { clock, timeoutMilliseconds: milliseconds } = this.#settings;
    const onTimeout = (): never => {
      throw this.#link.unavailable();
    };
    return await withDeadline({ clock, milliseconds, onTimeout }, async () => {
      const [hasConsumer] = await Promise.all([
        this.#hasConsumer(queue),
        this.#streams.append(queue, id, text),
      ]);
      return { hasConsumer };
    });
  }

  consume<Payload>(
    queue: string,
    handler: (delivery: Delivery<Payload>) => Promise<void>,
    options: ConsumeOptions,
  ): Subscription {
    this.#checkOpen();
    checkText("queue", queue, 200);
    anyFunction("handler", handler);
    const { clock, redeliveryDelayMilliseconds, timeoutMilliseconds } = this.#settings;
    const [link, names, streams, report] = [this.#link, this.#names, this.#streams, this.#report];
    const consumer = new QueueConsumer(
      {
        queue,
        link,
        names,
        proof: this.#proof,
        streams,
        clock,
        report,
        redeliveryDelayMilliseconds,
        timeoutMilliseconds,
      },
      // Producer and consumer agree on the payload's shape; the bus checks only that it is JSON.
      handler as (delivery: Delivery<unknown>) => Promise<void>,
      consumeLimits(options),
    );
    this.#consumers.set(consumer, queue);
    return {
      stop: () => {
        this.#consumers.delete(consumer);
        return consumer.stop();
      },
    };
  }

  async deadLetters(queue: string, options?: DeadLetterSelection): Promise<readonly DeadLetter[]> {
    this.#checkOpen();
    checkText("queue", queue, 200);
    const { limit, until } = letterSelection("deadLetters", options);
    return await this.#letters.newest(queue, limit, until);
  }

  async countDeadLetters(queue: string): Promise<number> {
    this.#checkOpen();
    checkText("queue", queue, 200);
    return await this.#letters.count(queue);
  }

  async removeDeadLetters(
    queue: string,
    id: string,
    options?: { readonly until?: number },
  ): Promise<boolean> {
    this.#checkOpen();
    checkText("queue", queue, 200);
    checkText("id", id, 200);
    const { until } = letterSelection("removeDeadLetters", options);
    return await this.#letters.remove(queue, id, until);
  }

  publish(topic: string, event: unknown): void {
    this.#local.publish(topic, event);
    this.#topics.publish(topic, event);
  }

  subscribe<Event>(topic: string, listener: (event: Event) => void): Subscription {
    this.#checkOpen();
    const own = this.#local.subscribe(topic, listener);
    const leave = this.#topics.listen(topic);
    return {
      stop: async () => {
        leave();
        await own.stop();
      },
    };
  }

  async request<Reply>(
    service: string,
    method: string,
    payload: unknown,
    options: BusRequestOptions,
  ): Promise<Reply> {
    this.#checkOpen();
    if ((this.#services.get(service) ?? 0) > 0) {
      const { clientName: caller } = this.#settings;
      return await this.#local.request<Reply>(service, method, payload, { ...options, caller });
    }
    checkText("service", service, 200);
    checkText("method", method, 200);
    checkRequestOptions(options);
    const body = payload ?? null;
    checkJson(body);
    // The two sides agree on the answer's shape; the bus checks only that it is JSON.
    return (await requestRemote(this.#remote, service, method, body, options)) as Reply;
  }

  serve(service: string, handlers: Readonly<Record<string, RequestHandler>>): Subscription {
    this.#checkOpen();
    const own = this.#local.serve(service, handlers);
    this.#services.set(service, (this.#services.get(service) ?? 0) + 1);
    const timeoutMilliseconds = 86_400_000;
    const remote = serveRemote(this.#remote, service, (method, payload, caller) =>
      this.#local.request(service, method, payload, {
        timeoutMilliseconds,
        ...(caller !== null && { caller }),
      }),
    );
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await remote.stop();
      this.#services.set(service, (this.#services.get(service) ?? 1) - 1);
      await own.stop();
    };
    const subscription: Subscription = {
      stop: () => {
        this.#serving.delete(subscription);
        stopped ??= stop();
        return stopped;
      },
    };
    this.#serving.add(subscription);
    return subscription;
  }

  async probe(): Promise<void> {
    this.#checkOpen();
    const { clock, timeoutMilliseconds: milliseconds } = this.#settings;
    const onTimeout = (): never => {
      throw this.#link.unavailable();
    };
    const connection = this.#link.now;
    await withDeadline({ clock, milliseconds, onTimeout }, () => connection.flush());
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.all([
      ...[...this.#consumers.keys()].map((consumer) => consumer.stop()),
      ...[...this.#serving].map((subscription) => subscription.stop()),
    ]);
    await this.#local.close();
    await this.#link.close();
  }

  async #hasConsumer(queue: string): Promise<boolean> {
    if ([...this.#consumers.values()].includes(queue)) return true;
    try {
      const timeoutMilliseconds = Math.ceil(this.#settings.timeoutMilliseconds / 2);
      await this.#link.request(this.#names.presence(queue), "", { timeoutMilliseconds });
      return true;
    } catch (error) {
      if (error instanceof NobodyListens) return false;
      // The server knows a consumer, which is too busy to answer: who is gone has no subscription any more.
      if (this.#link.isConnected) return true;
      throw error;
    }
  }

  get #remote() {
    const { clock, clientName: caller } = this.#settings;
    const [link, names, proof, seen] = [this.#link, this.#names, this.#proof, this.#seen];
    return { link, names, proof, seen, caller, clock, report: this.#report };
  }

  #report = (fault: BusFault): void => {
    try {
      this.#settings.onFault(fault);
    } catch {
      // An error of the reporter itself can be reported nowhere.
    }
  };

  #checkOpen(): void {
    if (this.#closed !== undefined) throw closed();
  }
}
