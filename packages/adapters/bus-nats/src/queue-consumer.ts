/**
 * One consumer of a queue: asks the server for as many messages as its handler has free places, and holds each under a
 * lease of its own that ends before the server's does.
 */

import {
  hasCode,
  KernelError,
  pauseInBackground,
  withDeadline,
  type BusFault,
  type Clock,
  type ConsumeOptions,
  type DeadLetter,
  type Delivery,
  type Subscription,
} from "@bourse/kernel";
import { createInbox, nanos, type Msg, type NatsConnection } from "@nats-io/transport-node";

import { letterText } from "./dead-letters.ts";
import type { Link } from "./link.ts";
import { consumerName, idInSubject, type Names } from "./names.ts";
import type { Proof } from "./proof.ts";
import { infoOf, readContent, type Content, type MessageInfo } from "./queue-message.ts";
import type { QueueStreams } from "./queue-streams.ts";
import { listen, readHeaders, shownBytes } from "./readable.ts";

export interface ConsumerSettings {
  readonly queue: string;
  readonly link: Link;
  readonly names: Names;
  readonly proof: Proof;
  readonly streams: QueueStreams;
  readonly clock: Clock;
  readonly report: (fault: BusFault) => void;
  readonly redeliveryDelayMilliseconds: number;
  readonly timeoutMilliseconds: number;
}

type Handler = (delivery: Delivery<unknown>) => Promise<void>;

/**
 * Longest wait of one request for messages at the server, how much later it is held for lost, and how long after its
 * end a message that nobody had a place for is sent again, in milliseconds. A request cannot be called back: a consumer
 * that stops hears its own to their end, so this wait is short.
 */
const PULL = { expires: 1000, grace: 2000, rest: 20 } as const;
/** Wait before the next trial to attach after a failure, in milliseconds. */
const ATTACH_AGAIN = 500;

/** A request for messages that the server has not used up. */
interface Pull {
  readonly subscription: ReturnType<NatsConnection["subscribe"]>;
  readonly ended: PromiseWithResolvers<void>;
  /** Ends the wait for an answer of the server. */
  readonly watch: AbortController;
  /** Monotonic time at which the server ends it, in milliseconds; somewhat later in truth, by the way to the server. */
  readonly expiresAt: number;
  left: number;
}

/** The server holds a message somewhat longer than we do, so that we have let go when it gives it to another. */
function serverLease(leaseMilliseconds: number): number {
  return leaseMilliseconds + Math.max(50, Math.ceil(leaseMilliseconds / 20));
}

export class QueueConsumer implements Subscription {
  readonly #settings: ConsumerSettings;
  readonly #limits: Required<ConsumeOptions>;
  readonly #handler: Handler;
  readonly #stopping = new AbortController();
  readonly #running = new Map<Promise<void>, AbortController>();
  readonly #pulls = new Set<Pull>();
  /** Sequence numbers of the messages that came when there was no place for them, while this consumer stops. */
  readonly #refused = new Set<number>();
  readonly #leave: () => void;
  #presence: ReturnType<NatsConnection["subscribe"]> | undefined;
  #connection: NatsConnection | undefined;
  #attaching: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #isPullDue = false;

  constructor(settings: ConsumerSettings, handler: Handler, limits: Required<ConsumeOptions>) {
    this.#settings = settings;
    this.#handler = handler;
    this.#limits = limits;
    this.#leave = settings.link.onConnected((connection) => {
      this.#attach(connection);
    });
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { link, clock, timeoutMilliseconds } = this.#settings;
    this.#leave();
    const reason = new KernelError("BUS_CLOSED", "The consumer was stopped.");
    this.#stopping.abort(reason);
    this.#presence?.unsubscribe();
    for (const controller of this.#running.values()) controller.abort(reason);
    // A message that the server sends meanwhile would be lost for the length of a lease: it is heard and given back.
    const milliseconds = PULL.expires + timeoutMilliseconds;
    if (link.isConnected) {
      await withDeadline({ clock, milliseconds, onTimeout: () => undefined }, () =>
        Promise.all([...this.#pulls].map(({ ended }) => ended.promise)),
      );
    }
    for (const pull of this.#pulls) this.#end(pull);
    await Promise.all(this.#running.keys());
    await this.#attaching;
    await link.flush();
  }

  /** Begins anew on a connection: requests from before it are void. */
  #attach(connection: NatsConnection): void {
    for (const pull of this.#pulls) this.#end(pull);
    if (this.#connection !== connection) {
      this.#connection = connection;
      this.#presence = listen(
        connection,
        this.#settings.names.presence(this.#settings.queue),
        (message) => void message.respond(),
        (error) => this.#report(error),
        { queue: "present" },
      );
    }
    this.#attaching ??= this.#attachUntilDone().finally(() => {
      this.#attaching = undefined;
    });
  }

  /** Never rejects. */
  async #attachUntilDone(): Promise<void> {
    const { streams, queue, clock, link } = this.#settings;
    while (!this.#stopping.signal.aborted && link.isConnected) {
      try {
        await streams.attach(queue, serverLease(this.#limits.leaseMilliseconds));
        this.#pull();
        return;
      } catch (error) {
        this.#report(error);
      }
      await pauseInBackground(clock, ATTACH_AGAIN, this.#stopping.signal);
    }
  }

  /** Asks for as many messages as there are places that no request stands for. */
  #pull(): void {
    const { link, names, queue, clock } = this.#settings;
    const asked = [...this.#pulls].reduce((sum, { left }) => sum + left, 0);
    const batch = this.#limits.concurrency - this.#running.size - asked;
    if (batch <= 0 || this.#stopping.signal.aborted || !link.isConnected) return;
    const connection = link.now;
    const inbox = createInbox();
    const subscription = listen(
      connection,
      inbox,
      (message) => this.#receive(pull, message),
      (error) => this.#report(error),
    );
    const watch = new AbortController();
    const expiresAt = clock.monotonic() + PULL.expires;
    const ended = Promise.withResolvers<void>();
    const pull: Pull = { subscription, ended, watch, expiresAt, left: batch };
    this.#pulls.add(pull);
    const request = JSON.stringify({ batch, expires: nanos(PULL.expires) });
    const subject = `$JS.API.CONSUMER.MSG.NEXT.${names.stream(queue)}.${consumerName}`;
    connection.publish(subject, request, { reply: inbox });
    void pauseInBackground(clock, PULL.expires + PULL.grace, watch.signal).then((isOver) => {
      if (isOver && this.#end(pull)) this.#pull();
    });
  }

  /** Asks once for all places that become free in this turn of the event loop. */
  #pullSoon(): void {
    if (this.#isPullDue) return;
    this.#isPullDue = true;
    setImmediate(() => {
      this.#isPullDue = false;
      this.#pull();
    });
  }

  #receive(pull: Pull, message: Msg): void {
    const info = infoOf(message);
    if (info === undefined) {
      this.#onStatus(pull, readHeaders(message)?.code ?? 0);
      return;
    }
    pull.left--;
    if (pull.left === 0) this.#end(pull);
    if (this.#stopping.signal.aborted || this.#running.size >= this.#limits.concurrency) {
      // The first time another consumer may have it at once; then nobody else is there, and it rests until this request
      // has ended. A server before 2.10.15 loses a message for a lease that it sends again just as a request ends.
      const left = Math.max(0, Math.ceil(pull.expiresAt - this.#settings.clock.monotonic()));
      const isForOthers = left > PULL.rest && !this.#refused.has(info.sequence);
      message.respond(isForOthers ? NAK : nakAfter(left + PULL.rest));
      this.#refused.add(info.sequence);
      return;
    }
    this.#start(message, info);
  }

  /** A message about the request itself: it has ended, or the server does not know the consumer. */
  #onStatus(pull: Pull, code: number): void {
    if (code === 100 || !this.#end(pull) || this.#stopping.signal.aborted) return;
    if (code === 404 || code === 408) {
      this.#pull();
      return;
    }
    this.#settings.streams.forget();
    const { clock, link } = this.#settings;
    void pauseInBackground(clock, ATTACH_AGAIN, this.#stopping.signal).then((isOver) => {
      if (isOver && link.isConnected) this.#attach(link.now);
    });
  }

  /** Tells whether the request was still open. */
  #end(pull: Pull): boolean {
    if (!this.#pulls.delete(pull)) return false;
    pull.subscription.unsubscribe();
    pull.watch.abort();
    pull.ended.resolve();
    return true;
  }

  #start(message: Msg, info: MessageInfo): void {
    const controller = new AbortController();
    const run = this.#run(message, info, controller).catch((error: unknown) => this.#report(error));
    this.#running.set(run, controller);
    void run.then(() => {
      this.#running.delete(run);
      this.#pullSoon();
    });
  }

  async #run(message: Msg, info: MessageInfo, controller: AbortController): Promise<void> {
    const { clock, redeliveryDelayMilliseconds, queue, proof } = this.#settings;
    const { leaseMilliseconds, maxDeliveries } = this.#limits;
    let content: Content;
    try {
      proof.check("queued", message, readHeaders(message));
      content = readContent(message);
    } catch (error) {
      this.#report(error);
      await this.#bury(message, info, {
        id: idInSubject(message.subject),
        payload: shownBytes(message.data),
        attempts: info.attempt,
        error: (error as Error).message,
      });
      return;
    }
    const { id, payload } = content;
    if (info.attempt > maxDeliveries) {
      const why = `its last holder gave message "${id}" back, or was lost with it`;
      await this.#bury(message, info, { id, payload, attempts: info.attempt - 1, error: why });
      return;
    }
    let expiresAt = clock.monotonic() + leaseMilliseconds;
    const settled = new AbortController();
    const isHeld = (): boolean => clock.monotonic() < expiresAt;
    void watchLease(clock, () => expiresAt, settled.signal).then((hasExpired) => {
      if (!hasExpired) return;
      const details = { queue, id };
      controller.abort(
        new KernelError("BUS_LEASE_LOST", `The lease of message "${id}" ran out.`, { details }),
      );
    });
    const delivery: Delivery<unknown> = {
      id,
      payload,
      attempt: info.attempt,
      signal: controller.signal,
      heartbeat: () => {
        if (settled.signal.aborted || !isHeld()) return;
        expiresAt = clock.monotonic() + leaseMilliseconds;
        message.respond(IN_PROGRESS);
      },
    };
    try {
      await this.#handler(delivery);
      if (isHeld()) message.respond(ACK);
    } catch (error) {
      if (!isHeld()) return;
      if (controller.signal.aborted) {
        message.respond(NAK);
        return;
      }
      this.#report(error);
      if (info.attempt < maxDeliveries && !hasCode(error, "BUS_MESSAGE_UNREADABLE")) {
        message.respond(nakAfter(redeliveryDelayMilliseconds));
        return;
      }
      const why = error instanceof Error ? error.message : String(error);
      await this.#bury(message, info, { id, payload, attempts: info.attempt, error: why });
    } finally {
      settled.abort();
    }
  }

  /** Keeps the message as a dead letter before it leaves the queue. Never rejects. */
  async #bury(
    message: Msg,
    { sequence }: MessageInfo,
    letter: Pick<DeadLetter, "id" | "payload" | "attempts" | "error">,
  ): Promise<void> {
    const { streams, queue, clock, link, redeliveryDelayMilliseconds } = this.#settings;
    try {
      const { max_payload: maxBytes } = link.now.info!; // the server has sent it first of all
      const text = letterText({ ...letter, time: clock.now() }, message.data, maxBytes);
      // A header is one line, and an id may be several.
      const key = `${sequence} ${Buffer.from(letter.id).toString("base64url")}`;
      await streams.bury(queue, key, text);
      message.respond(TERM);
    } catch (error) {
      this.#report(error);
      message.respond(nakAfter(redeliveryDelayMilliseconds));
    }
  }

  #report(error: unknown): void {
    this.#settings.report({ where: "consumer", name: this.#settings.queue, error });
  }
}

const ACK = "+ACK";
const NAK = "-NAK";
const IN_PROGRESS = "+WPI";
const TERM = "+TERM";

function nakAfter(milliseconds: number): string {
  return milliseconds === 0 ? NAK : `${NAK} ${JSON.stringify({ delay: nanos(milliseconds) })}`;
}

/** Resolves to true once the time is over, to false when the lease was settled before. */
async function watchLease(
  clock: Clock,
  expiresAt: () => number,
  settled: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const left = expiresAt() - clock.monotonic();
    if (left <= 0) return true;
    if (!(await pauseInBackground(clock, left, settled))) return false;
  }
}
