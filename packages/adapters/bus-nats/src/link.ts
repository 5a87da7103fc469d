/** The connection to the server: made in the background, kept for ever, and never waited for without a limit. */

import {
  hasCode,
  KernelError,
  pauseInBackground,
  untilAborted,
  withDeadline,
  type BusFault,
  type Clock,
} from "@bourse/kernel";
import type { BusAddress } from "@bourse/kernel";
import {
  connect,
  type ConnectionOptions,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Payload,
} from "@nats-io/transport-node";

import { Answers } from "./answers.ts";
import { readHeaders } from "./readable.ts";

/** Settings of a {@link Link}. */
export interface LinkSettings {
  readonly address: BusAddress;
  /** Options of the client about logins and certificates. */
  readonly login: ConnectionOptions;
  /** True to use no server that lets clients in without credentials. */
  readonly isLoginRequired: boolean;
  readonly clientName: string;
  readonly clock: Clock;
  readonly report: (fault: BusFault) => void;
  readonly timeoutMilliseconds: number;
}

/** Shortest and longest wait between two trials to connect, in milliseconds. */
const BACKOFF = { first: 100, longest: 2000 } as const;

/** A request that nobody listens to. */
export class NobodyListens extends Error {
  /** True when the server has said so, false after a silence. */
  readonly isAtOnce: boolean;

  constructor(subject: string, isAtOnce: boolean) {
    super(subject);
    this.isAtOnce = isAtOnce;
  }
}

/** One conversation: what is said in it, and what of that is the answer. */
export interface Conversation {
  /** The request, made for the address that the answer is sent to. */
  readonly request: (reply: string) => {
    readonly payload: Payload;
    readonly headers?: MsgHdrs | undefined;
  };
  /** Tells whether a message is the answer. What it throws is reported, and the message left out. */
  readonly isAnswer: (message: Msg, head: MsgHdrs | undefined) => boolean;
  /** Tells whether somebody has begun, so that the server's word that nobody listens is not the server's. */
  readonly isTaken: () => boolean;
  readonly silenceMilliseconds: number;
  readonly signal: AbortSignal;
}

export class Link {
  readonly #settings: LinkSettings;
  readonly #closing = new AbortController();
  readonly #onConnected = new Set<(connection: NatsConnection) => void>();
  readonly #connecting: Promise<void>;
  #connection: NatsConnection | undefined;
  #answers: Answers | undefined;
  #isConnected = false;
  /** True when the server lets clients in without credentials, and must not. */
  #isOpenToAll = false;
  /** Aborted when the connection is lost: answers that were on their way do not come any more. */
  #lost = new AbortController();

  constructor(settings: LinkSettings) {
    this.#settings = settings;
    this.#connecting = this.#connect();
  }

  /** The connection, if it stands now. @throws KernelError BUS_CLOSED, BUS_UNAVAILABLE */
  get now(): NatsConnection {
    if (this.isClosed) throw closed();
    if (this.#connection === undefined || !this.#isConnected) throw this.unavailable();
    return this.#connection;
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.isClosed;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Aborted when the bus closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Resolves with the first connection, or after the time limit. */
  async opened(): Promise<void> {
    await this.#inTime(this.#connecting);
  }

  /** Calls `listener` at every connection, the one that stands included. Returns a function that ends this. */
  onConnected(listener: (connection: NatsConnection) => void): () => void {
    this.#onConnected.add(listener);
    if (this.isConnected) listener(this.now);
    return () => void this.#onConnected.delete(listener);
  }

  /**
   * One request with a time limit.
   *
   * @throws NobodyListens; KernelError BUS_UNAVAILABLE when there is no answer in time, BUS_CLOSED
   */
  async request(
    subject: string,
    payload: Payload,
    options: { readonly headers?: MsgHdrs; readonly timeoutMilliseconds?: number } = {},
  ): Promise<Msg> {
    const { timeoutMilliseconds: milliseconds = this.#settings.timeoutMilliseconds } = options;
    const onTimeout = (): never => {
      throw this.unavailable();
    };
    try {
      return await withDeadline({ clock: this.#settings.clock, milliseconds, onTimeout }, (ended) =>
        this.#hear(
          subject,
          () => ({ payload, headers: options.headers }),
          ended,
          () => true,
        ),
      );
    } catch (error) {
      if (error instanceof NobodyListens || hasCode(error, "BUS_UNAVAILABLE", "BUS_CLOSED")) {
        throw error;
      }
      throw this.unavailable(error);
    }
  }

  /**
   * One request that may take long: who answers it says now and then that it is at work. Without a limit of its own.
   *
   * @throws NobodyListens, also when nothing was heard for `silenceMilliseconds`; KernelError BUS_UNAVAILABLE,
   * BUS_CLOSED; the reason of `signal`; BUS_MESSAGE_UNREADABLE for an answer with malformed headers
   */
  async converse(
    subject: string,
    { request, isAnswer, isTaken, silenceMilliseconds, signal }: Conversation,
  ): Promise<Msg> {
    const { clock } = this.#settings;
    let heardAt = clock.monotonic();
    const silent = new AbortController();
    const done = new AbortController();
    const listen = async (): Promise<void> => {
      for (;;) {
        const left = heardAt + silenceMilliseconds - clock.monotonic();
        if (left <= 0) return silent.abort(new NobodyListens(subject, false));
        await clock.sleep(left, done.signal);
      }
    };
    listen().catch(() => undefined);
    const either = AbortSignal.any([signal, silent.signal]);
    try {
      return await this.#hear(subject, request, either, (message, head) => {
        heardAt = clock.monotonic();
        if (isNobody(message, head) && isTaken()) return false;
        return isNobody(message, head) || isAnswer(message, head);
      });
    } finally {
      done.abort();
    }
  }

  /** Sends a request; resolves with the first message that is its answer. */
  async #hear(
    subject: string,
    request: Conversation["request"],
    signal: AbortSignal,
    isAnswer: Conversation["isAnswer"],
  ): Promise<Msg> {
    const connection = this.now;
    const answers = this.#answers!; // those of the connection
    const answer = Promise.withResolvers<Msg>();
    const { reply, end } = answers.expect((message) => {
      try {
        const head = readHeaders(message);
        if (!isAnswer(message, head)) return;
        // Nothing is heard after it, in this turn of the event loop either.
        end();
        if (isNobody(message, head)) answer.reject(new NobodyListens(subject, true));
        else answer.resolve(message);
      } catch (error) {
        // A stranger's word beside the answer: the answer itself may come yet.
        if (hasCode(error, "BUS_MESSAGE_UNPROVED")) this.#report(error);
        else answer.reject(error);
      }
    });
    try {
      const { payload, headers } = request(reply);
      connection.publish(subject, payload, { reply, ...(headers && { headers }) });
      return await untilAborted(untilAborted(answer.promise, signal), this.#lost.signal);
    } finally {
      end();
    }
  }

  /** Waits until the server has read everything that was sent; not longer than the time limit, and never rejects. */
  async flush(): Promise<void> {
    if (!this.isConnected) return;
    await this.#inTime(this.now.flush().catch(() => undefined));
  }

  /** Resolves with `step`, or after the time limit. */
  async #inTime(step: Promise<void>): Promise<void> {
    const { clock, timeoutMilliseconds: milliseconds } = this.#settings;
    await withDeadline({ clock, milliseconds, onTimeout: () => undefined }, () => step);
  }

  async close(): Promise<void> {
    await this.flush();
    this.#closing.abort(closed());
    this.#onConnected.clear();
    await this.#connecting;
    await this.#connection?.close();
  }

  /** Addresses of the servers, without logins. */
  get servers(): string {
    return this.#settings.address.servers.join(", ");
  }

  unavailable(cause?: unknown): KernelError {
    const { servers } = this;
    const isOpenToAll = this.#isOpenToAll;
    const why = isOpenToAll
      ? "lets clients in without credentials, and is not used. Set users, a token or accounts in its configuration."
      : "cannot be reached or did not confirm in time. It is tried again all the time.";
    return new KernelError("BUS_UNAVAILABLE", `The bus at ${servers} ${why}`, {
      cause,
      details: { servers, isOpenToAll },
    });
  }

  /** Never rejects; resolves with the first connection, or when the bus is closed. */
  async #connect(): Promise<void> {
    const { clock } = this.#settings;
    let wait: number = BACKOFF.first;
    for (let trial = 0; !this.isClosed; trial++) {
      try {
        const connection = await connect(this.#options());
        if (this.isClosed) return await connection.close();
        this.#connection = connection;
        this.#answers = new Answers(connection, (error) => this.#report(error));
        this.#tell(connection);
        void this.#follow(connection);
        return;
      } catch (error) {
        if (trial === 0) this.#report(error);
      }
      await pauseInBackground(clock, wait, this.#closing.signal);
      wait = Math.min(wait * 2, BACKOFF.longest);
    }
  }

  #options(): ConnectionOptions {
    const { address, clientName, login } = this.#settings;
    const { servers, isEncrypted } = address;
    let waits = 0;
    return {
      servers: [...servers],
      name: clientName,
      // What this process publishes reaches its own listeners without the server.
      noEcho: true,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true,
      reconnectDelayHandler: () =>
        Math.min(
          BACKOFF.first * 2 ** (this.#isConnected ? (waits = 0) : waits++),
          BACKOFF.longest,
        ) *
        (0.5 + Math.random() / 2),
      timeout: 2000,
      // A server that is gone without a word is noticed after three seconds.
      pingInterval: 1000,
      maxPingOut: 2,
      noAsyncTraces: true,
      // Without encryption nobody knows who a server is that another one names: only those of the address count.
      ignoreClusterUpdates: !isEncrypted,
      ...login,
    };
  }

  async #follow(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === "reconnect") this.#tell(connection);
      if (status.type === "error") this.#report(status.error);
      if (status.type !== "disconnect") continue;
      this.#isConnected = false;
      this.#lost.abort(this.unavailable());
      this.#lost = new AbortController();
      if (!this.isClosed) this.#report(new Error("the connection was lost"));
    }
    this.#isConnected = false;
  }

  #tell(connection: NatsConnection): void {
    const { isLoginRequired } = this.#settings;
    this.#isOpenToAll = isLoginRequired && connection.info?.auth_required !== true;
    if (this.#isOpenToAll) return this.#report(this.unavailable());
    this.#isConnected = true;
    for (const listener of this.#onConnected) {
      try {
        listener(connection);
      } catch (error) {
        // The connection was closed meanwhile.
        this.#report(error);
      }
    }
  }

  #report(error: unknown): void {
    const name = this.#settings.address.servers.join(", ");
    this.#settings.report({ where: "connection", name, error });
  }
}

/** The server's word that nobody listens to a subject. */
function isNobody({ data }: Msg, head: MsgHdrs | undefined): boolean {
  return data.length === 0 && head?.code === 503;
}

export function closed(): KernelError {
  return new KernelError("BUS_CLOSED", "The bus is closed and accepts no more calls.");
}
