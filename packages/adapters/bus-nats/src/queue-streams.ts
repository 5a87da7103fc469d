/** The streams of queues on the server: made at the first use, and again when the server has lost them. */

import { KernelError } from "@bourse/kernel";
import {
  AckPolicy,
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from "@nats-io/jetstream";
import {
  headers,
  nanos,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
} from "@nats-io/transport-node";

import { NobodyListens, type Link } from "./link.ts";
import { consumerName, type Names } from "./names.ts";

export interface StreamSettings {
  readonly link: Link;
  readonly names: Names;
  readonly maxWaiting: number;
  readonly replicas: number;
  readonly timeoutMilliseconds: number;
}

/** Codes of the server's refusals. */
const WRONG_LAST_SEQUENCE = 10071;
const STREAM_STORE_FAILED = 10077;
const STREAM_NAME_IN_USE = 10058;

/** Number of dead letters that the server keeps of one queue, and for how long. */
const DEAD_LETTERS = { count: 10_000, days: 30 } as const;

/** The server's answer to a message for a stream. */
interface Publication {
  readonly error?: { readonly err_code?: number; readonly description?: string };
}

export class QueueStreams {
  readonly #settings: StreamSettings;
  /** Streams that exist, as far as this process knows. */
  readonly #known = new Set<string>();
  #manager: { readonly of: NatsConnection; readonly manager: JetStreamManager } | undefined;

  constructor(settings: StreamSettings) {
    this.#settings = settings;
  }

  /** Appends a message unless its id is in the queue. @throws KernelError BUS_QUEUE_FULL, BUS_UNAVAILABLE */
  async append(queue: string, id: string, payload: string): Promise<void> {
    const { names, maxWaiting } = this.#settings;
    const unless = headers();
    // The subject is the id's own: a message of it that was not acknowledged yet is its last.
    unless.set("Nats-Expected-Last-Subject-Sequence", "0");
    const stream = this.#queueStream(queue);
    const subject = names.message(queue, id);
    let refusal = await this.#publish(stream, subject, payload, unless);
    if (refusal?.err_code === WRONG_LAST_SEQUENCE && (await this.#removeOrphan(stream, subject))) {
      refusal = await this.#publish(stream, subject, payload, unless);
    }
    if (refusal === undefined || refusal.err_code === WRONG_LAST_SEQUENCE) return;
    if (refusal.err_code === STREAM_STORE_FAILED) {
      throw new KernelError(
        "BUS_QUEUE_FULL",
        `Queue "${queue}" holds ${maxWaiting} messages, its bound. Try again later.`,
        { details: { queue, maxWaiting } },
      );
    }
    throw this.#settings.link.unavailable(new Error(refusal.description));
  }

  /**
   * Deletes the message of a subject when its consumer has acknowledged it: a server that was killed may have it again,
   * and never delivers it. True when the subject is free now.
   */
  async #removeOrphan({ name }: StreamConfig, subject: string): Promise<boolean> {
    return await this.managed(async (manager) => {
      try {
        const message = await manager.streams.getMessage(name, { last_by_subj: subject });
        if (message === null) return true;
        const { ack_floor: floor } = await manager.consumers.info(name, consumerName);
        if (message.seq > floor.stream_seq) return false;
        await manager.streams.deleteMessage(name, message.seq);
        return true;
      } catch (error) {
        // There is no such message any more, or no consumer yet.
        if (error instanceof JetStreamApiError && error.status === 404) return false;
        throw error;
      }
    });
  }

  /** Makes the stream of a queue and its consumer with this lease. @throws KernelError BUS_UNAVAILABLE */
  async attach(queue: string, ackWaitMilliseconds: number): Promise<void> {
    const config = this.#queueStream(queue);
    await this.#make(config);
    const ack_wait = nanos(ackWaitMilliseconds);
    await this.managed(async (manager) => {
      try {
        await manager.consumers.add(config.name, {
          durable_name: consumerName,
          ack_policy: AckPolicy.Explicit,
          ack_wait,
          max_deliver: -1,
          max_ack_pending: -1,
          max_waiting: 10_000,
        });
      } catch (error) {
        if (!(error instanceof JetStreamApiError)) throw error;
        // It was made with another lease: this one is in force from now on.
        await manager.consumers.update(config.name, consumerName, { ack_wait });
      }
    });
  }

  /** Keeps a dead letter, once however often it is sent under the same `key`. @throws KernelError BUS_UNAVAILABLE */
  async bury(queue: string, key: string, letter: string): Promise<void> {
    const once = headers();
    once.set("Nats-Msg-Id", key);
    const subject = this.#settings.names.deadLetter(queue);
    const refusal = await this.#publish(this.#deadStream(queue), subject, letter, once);
    if (refusal !== undefined)
      throw this.#settings.link.unavailable(new Error(refusal.description));
  }

  /** A stream that is gone from the server is made again at its next use. */
  forget(): void {
    this.#known.clear();
  }

  /** Sends a message into a stream; resolves to the server's refusal, if any. */
  async #publish(
    stream: StreamConfig,
    subject: string,
    payload: string,
    head: MsgHdrs,
  ): Promise<Publication["error"]> {
    const { link } = this.#settings;
    await this.#make(stream);
    let answer: Msg;
    try {
      answer = await link.request(subject, payload, { headers: head });
    } catch (error) {
      if (!(error instanceof NobodyListens)) throw error;
      this.#known.delete(stream.name);
      await this.#make(stream);
      answer = await this.#second(subject, payload, head);
    }
    return (answer.json() as Publication).error;
  }

  async #second(subject: string, payload: string, head: MsgHdrs): Promise<Msg> {
    const { link } = this.#settings;
    try {
      return await link.request(subject, payload, { headers: head });
    } catch (error) {
      throw error instanceof NobodyListens ? link.unavailable(error) : error;
    }
  }

  async #make(config: StreamConfig): Promise<void> {
    if (this.#known.has(config.name)) return;
    await this.managed(async (manager) => {
      try {
        await manager.streams.add(config);
      } catch (error) {
        if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NAME_IN_USE) throw error;
        // Made with other bounds: these are in force from now on.
        await manager.streams.update(config.name, config);
      }
    });
    this.#known.add(config.name);
  }

  /** Runs requests to the server's management of streams. @throws KernelError BUS_UNAVAILABLE */
  async managed<Result>(work: (manager: JetStreamManager) => Promise<Result>): Promise<Result> {
    const { link, timeoutMilliseconds } = this.#settings;
    const connection = link.now;
    try {
      if (this.#manager?.of !== connection) {
        const options = { checkAPI: false, timeout: timeoutMilliseconds };
        this.#manager = { of: connection, manager: await jetstreamManager(connection, options) };
      }
      return await work(this.#manager.manager);
    } catch (error) {
      throw error instanceof KernelError ? error : link.unavailable(error);
    }
  }

  #queueStream(queue: string): StreamConfig {
    const { names, maxWaiting, replicas } = this.#settings;
    return {
      name: names.stream(queue),
      subjects: [names.messages(queue)],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      max_msgs: maxWaiting,
      num_replicas: replicas,
    } as StreamConfig;
  }

  #deadStream(queue: string): StreamConfig {
    const { names, replicas } = this.#settings;
    return {
      name: names.deadLetters(queue),
      subjects: [names.deadLetter(queue)],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      discard: DiscardPolicy.Old,
      max_msgs: DEAD_LETTERS.count,
      max_age: nanos(DEAD_LETTERS.days * 86_400_000),
      num_replicas: replicas,
    } as StreamConfig;
  }
}
