/** The streams of queues on the server: made at the first use, and again when the server has lost them. */

import { hasCode, KernelError, type BusFault } from "@bourse/kernel";
import { headers, nanos, type Msg, type MsgHdrs } from "@nats-io/transport-node";

import {
  acceptedReply,
  askJetStream,
  CONSUMER_NOT_FOUND,
  MESSAGE_NOT_FOUND,
  Refusal,
  STREAM_NAME_IN_USE,
  STREAM_NOT_FOUND,
  STREAM_STORE_FAILED,
  WRONG_LAST_SEQUENCE,
  type StoredMessage,
} from "./jet-stream.ts";
import { NobodyListens, type Link } from "./link.ts";
import { consumerName, type Names } from "./names.ts";
import type { Proof } from "./proof.ts";

export interface StreamSettings {
  readonly link: Link;
  readonly names: Names;
  readonly proof: Proof;
  readonly maxWaiting: number;
  readonly replicas: number;
  readonly timeoutMilliseconds: number;
  readonly report: (fault: BusFault) => void;
}

/** Number of dead letters that the server keeps of one queue, and for how long. */
const DEAD_LETTERS = { count: 10_000, days: 30 } as const;

/** Words of a refusal by the bound of the queue itself, not by the server's disk or limits. */
const BOUND = /^maximum messages/u;

/** A stream as it is asked for. */
interface StreamConfig {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: "workqueue" | "limits";
  readonly storage: "file";
  readonly discard: "new" | "old";
  readonly max_msgs: number;
  readonly max_age?: number;
  readonly num_replicas: number;
}

export class QueueStreams {
  readonly #settings: StreamSettings;
  /** Streams that exist, as far as this process knows. */
  readonly #known = new Set<string>();
  /** True from the first refusal of the server to store something until it has stored something again. */
  #isRefusing = false;

  constructor(settings: StreamSettings) {
    this.#settings = settings;
  }

  /** Appends a message unless its id is in the queue. @throws KernelError BUS_QUEUE_FULL, BUS_UNAVAILABLE */
  async append(queue: string, id: string, payload: string): Promise<void> {
    const { names, proof, maxWaiting } = this.#settings;
    const unless = headers();
    // The subject is the id's own: a message of it that was not acknowledged yet is its last.
    unless.set("Nats-Expected-Last-Subject-Sequence", "0");
    const stream = this.#queueStream(queue);
    const subject = names.message(queue, id);
    proof.seal("queued", { subject, head: unless, body: payload });
    let refusal = await this.#publish(stream, subject, payload, unless);
    if (refusal?.number === WRONG_LAST_SEQUENCE && (await this.#removeOrphan(stream, subject))) {
      refusal = await this.#publish(stream, subject, payload, unless);
    }
    if (refusal === undefined || refusal.number === WRONG_LAST_SEQUENCE) return;
    if (refusal.number === STREAM_STORE_FAILED && BOUND.test(refusal.message)) {
      throw new KernelError(
        "BUS_QUEUE_FULL",
        `Queue "${queue}" holds ${maxWaiting} messages, its bound. Try again later.`,
        { details: { queue, maxWaiting } },
      );
    }
    throw this.#refused(refusal);
  }

  /**
   * Deletes the message of a subject when its consumer has acknowledged it: a server that was killed may have it again,
   * and never delivers it. True when the subject is free now.
   */
  async #removeOrphan({ name }: StreamConfig, subject: string): Promise<boolean> {
    const { link } = this.#settings;
    try {
      const message = await lastMessage(link, name, subject);
      if (message === undefined) return true;
      const { ack_floor: floor } = await askJetStream<{ ack_floor: { stream_seq: number } }>(
        link,
        `CONSUMER.INFO.${name}.${consumerName}`,
      );
      if (message.seq > floor.stream_seq) return false;
      await askJetStream(link, `STREAM.MSG.DELETE.${name}`, { seq: message.seq });
      return true;
    } catch (error) {
      if (isRefusal(error, MESSAGE_NOT_FOUND, CONSUMER_NOT_FOUND, STREAM_NOT_FOUND)) return false;
      throw this.#unavailable(error);
    }
  }

  /** Makes the stream of a queue and its consumer with this lease. @throws KernelError BUS_UNAVAILABLE */
  async attach(queue: string, ackWaitMilliseconds: number): Promise<void> {
    const config = this.#queueStream(queue);
    await this.#make(config);
    const request = {
      stream_name: config.name,
      config: {
        durable_name: consumerName,
        ack_policy: "explicit",
        // Made with another lease before: this one is in force from now on.
        ack_wait: nanos(ackWaitMilliseconds),
        max_deliver: -1,
        max_ack_pending: -1,
        max_waiting: 10_000,
      },
    };
    const subject = `CONSUMER.CREATE.${config.name}.${consumerName}`;
    await this.#ask(subject, request);
  }

  /** Keeps a dead letter, once however often it is sent under the same `key`. @throws KernelError BUS_UNAVAILABLE */
  async bury(queue: string, key: string, letter: string): Promise<void> {
    const once = headers();
    once.set("Nats-Msg-Id", key);
    const subject = this.#settings.names.deadLetter(queue);
    const refusal = await this.#publish(this.#deadStream(queue), subject, letter, once);
    if (refusal !== undefined) throw this.#refused(refusal);
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
  ): Promise<Refusal | undefined> {
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
    try {
      acceptedReply(answer.data);
      this.#isRefusing = false;
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw link.unavailable(error);
    }
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
    const { link } = this.#settings;
    try {
      await askJetStream(link, `STREAM.CREATE.${config.name}`, config);
    } catch (error) {
      if (!isRefusal(error, STREAM_NAME_IN_USE)) throw this.#unavailable(error);
      // Made with other bounds: these are in force from now on.
      const { config: old } = await this.#ask<{ config: object }>(`STREAM.INFO.${config.name}`);
      await this.#ask(`STREAM.UPDATE.${config.name}`, { ...old, ...config });
    }
    this.#known.add(config.name);
  }

  /** Asks JetStream for what it has no reason to refuse. @throws KernelError BUS_UNAVAILABLE, BUS_CLOSED */
  async #ask<Reply>(subject: string, request: object = {}): Promise<Reply> {
    try {
      return await askJetStream<Reply>(this.#settings.link, subject, request);
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #unavailable(error: unknown): unknown {
    if (error instanceof Refusal) return this.#refused(error);
    return hasCode(error, "BUS_UNAVAILABLE", "BUS_CLOSED")
      ? error
      : this.#settings.link.unavailable(error);
  }

  /** The error of a server that is there and stores nothing, such as one whose disk is full; reported once. */
  #refused(refusal: Refusal): KernelError {
    const { servers } = this.#settings.link;
    const error = new KernelError(
      "BUS_UNAVAILABLE",
      `The bus at ${servers} stores no more messages: "${refusal.message}" (${refusal.number}). Make room on its disk, ` +
        "or raise the limits of JetStream (max_file_store).",
      { cause: refusal, details: { servers, isOpenToAll: false, isRefusal: true } },
    );
    if (!this.#isRefusing) this.#settings.report({ where: "connection", name: servers, error });
    this.#isRefusing = true;
    return error;
  }

  #queueStream(queue: string): StreamConfig {
    const { names, maxWaiting, replicas } = this.#settings;
    return {
      name: names.stream(queue),
      subjects: [names.messages(queue)],
      retention: "workqueue",
      storage: "file",
      discard: "new",
      max_msgs: maxWaiting,
      num_replicas: replicas,
    };
  }

  #deadStream(queue: string): StreamConfig {
    const { names, replicas } = this.#settings;
    return {
      name: names.deadLetters(queue),
      subjects: [names.deadLetter(queue)],
      retention: "limits",
      storage: "file",
      discard: "old",
      max_msgs: DEAD_LETTERS.count,
      max_age: nanos(DEAD_LETTERS.days * 86_400_000),
      num_replicas: replicas,
    };
  }
}

/** The newest message of a subject; undefined without one. */
async function lastMessage(
  link: Link,
  stream: string,
  subject: string,
): Promise<StoredMessage | undefined> {
  try {
    const request = { last_by_subj: subject };
    const { message } = await askJetStream<{ message: StoredMessage }>(
      link,
      `STREAM.MSG.GET.${stream}`,
      request,
    );
    return message;
  } catch (error) {
    if (isRefusal(error, MESSAGE_NOT_FOUND)) return undefined;
    throw error;
  }
}

function isRefusal(error: unknown, ...numbers: readonly number[]): boolean {
  return error instanceof Refusal && numbers.includes(error.number);
}
