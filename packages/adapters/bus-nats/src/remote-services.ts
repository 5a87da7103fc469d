/** Requests to services in other processes. */

import {
  BourseError,
  hasCode,
  isBourseError,
  KernelError,
  pauseInBackground,
  withDeadline,
  type BusFault,
  type BusRequestOptions,
  type Clock,
  type Json,
  type Subscription,
} from "@bourse/kernel";
import { headers, type Msg, type NatsConnection } from "@nats-io/transport-node";

import { incoming, outgoing, type Outgoing } from "./large-bodies.ts";
import { NobodyListens, type Link } from "./link.ts";
import { WORKING } from "./message-headers.ts";
import type { Names } from "./names.ts";
import type { Proof } from "./proof.ts";
import { admitCall, OwnCall, type AdmittedCall } from "./proved-calls.ts";
import { isObject, listen, unreadable } from "./readable.ts";
import type { SeenCalls } from "./seen-calls.ts";

export interface RemoteSettings {
  readonly link: Link;
  readonly names: Names;
  readonly proof: Proof;
  readonly seen: SeenCalls;
  /** Name of this process, which its calls tell. */
  readonly caller: string;
  readonly clock: Clock;
  readonly report: (fault: BusFault) => void;
}

/** An answer as it travels. */
type Answer =
  | { readonly value: unknown }
  | {
      readonly error: { readonly code: string; readonly message: string; readonly details: object };
    };

/** Interval in milliseconds at which a service says that it is at work, and silence after which it counts as lost. */
const WORKING_EVERY = 2000;
const SILENCE = 8000;
/** Time in milliseconds for which the parts of a large answer are kept for their caller. */
const KEEP_PARTS = 60_000;

/** Sends a request and waits for its answer. */
export async function requestRemote(
  settings: RemoteSettings,
  service: string,
  method: string,
  payload: unknown,
  options: BusRequestOptions,
): Promise<unknown> {
  const call = new OwnCall(settings.proof);
  let isSent = false;
  try {
    const body = outgoing(settings.link, { method, payload });
    isSent = settings.link.isConnected;
    try {
      return answeredValue(await conversed(settings, service, method, body, call, options));
    } finally {
      body.release();
    }
  } catch (error) {
    if (hasCode(error, "BUS_MESSAGE_UNREADABLE")) {
      throw failed(service, method, "its answer cannot be read", error);
    }
    const isNobody = error instanceof NobodyListens;
    // Without a proof the server's word counts, and a silence says nothing.
    const isUndone = settings.proof.isRequired
      ? !call.isConfirmed
      : !isSent || (isNobody && error.isAtOnce);
    if (isNobody) throw noResponder(service, isUndone);
    throw hasCode(error, "BUS_UNAVAILABLE", "BUS_TIMEOUT") ? marked(error, isUndone) : error;
  }
}

async function conversed(
  { link, names, clock, caller }: RemoteSettings,
  service: string,
  method: string,
  body: Outgoing,
  call: OwnCall,
  { timeoutMilliseconds, signal }: BusRequestOptions,
): Promise<Readonly<Record<string, Json>>> {
  const onTimeout = (): never => {
    throw new KernelError(
      "BUS_TIMEOUT",
      `The service "${service}" did not answer "${method}" within ${timeoutMilliseconds} ms.`,
      { details: { service, method, milliseconds: timeoutMilliseconds } },
    );
  };
  const subject = names.service(service);
  return await withDeadline(
    { clock, milliseconds: timeoutMilliseconds, signal, onTimeout },
    async (ended) => {
      const message = await link.converse(subject, {
        request: (reply) => {
          call.seal(subject, reply, caller, body);
          return body;
        },
        isAnswer: (heard, head) => call.isAnswer(heard, head),
        isTaken: () => call.isConfirmed,
        silenceMilliseconds: SILENCE,
        signal: ended,
      });
      return await incoming(link, message);
    },
  );
}

function noResponder(service: string, isUndone: boolean): KernelError {
  return new KernelError(
    "BUS_NO_RESPONDER",
    `No process serves "${service}" now. Start one, or try again later.`,
    { details: { service, isUndone } },
  );
}

/** The error with whether it is certain that no process has begun the request. */
function marked(error: BourseError<string, object>, isUndone: boolean): KernelError {
  return new KernelError(error.code as "BUS_UNAVAILABLE", error.message, {
    cause: error,
    details: { ...error.details, isUndone },
  });
}

/** The value of an answer. @throws the error that it carries; KernelError BUS_MESSAGE_UNREADABLE for anything else */
function answeredValue(answer: Readonly<Record<string, Json>>): unknown {
  if (Object.hasOwn(answer, "value")) return answer["value"];
  const { code, message, details } = (answer["error"] ?? {}) as Readonly<Record<string, Json>>;
  if (
    typeof code !== "string" ||
    !/^[A-Z][A-Z0-9_]{0,99}$/u.test(code) ||
    typeof message !== "string" ||
    !isObject(details)
  ) {
    throw unreadable("it is no answer of a service");
  }
  throw new BourseError(code, message, { details });
}

function failed(service: string, method: string, why: string, cause: unknown): KernelError {
  return new KernelError(
    "BUS_REQUEST_FAILED",
    `The service "${service}" failed at "${method}": ${why}.`,
    { cause, details: { service, method } },
  );
}

/** Makes the answer of a service to a call; the caller is null where nothing proves it. */
type Answering = (method: string, payload: unknown, caller: string | null) => Promise<unknown>;

/** Answers the requests of other processes to a service with `answer`, which the local bus makes. */
export function serveRemote(
  settings: RemoteSettings,
  service: string,
  answer: Answering,
): Subscription {
  const { link, names, report } = settings;
  const running = new Set<Promise<void>>();
  let connection: NatsConnection | undefined;
  let subscription: ReturnType<NatsConnection["subscribe"]> | undefined;
  const leave = link.onConnected((connected) => {
    // The client itself subscribes again after an interruption.
    if (connected === connection) return;
    connection = connected;
    const onFault = (error: unknown): void => report({ where: "service", name: service, error });
    const read = (message: Msg): void => {
      const handling = handle(settings, service, answer, message).catch(onFault);
      running.add(handling);
      void handling.then(() => running.delete(handling));
    };
    subscription = listen(connected, names.service(service), read, onFault, { queue: "serving" });
  });
  return {
    async stop() {
      leave();
      if (link.isConnected) await subscription?.drain().catch(() => undefined);
      else subscription?.unsubscribe();
      await Promise.all(running);
      await link.flush();
    },
  };
}

async function handle(
  settings: RemoteSettings,
  service: string,
  answer: Answering,
  message: Msg,
): Promise<void> {
  const { link, clock } = settings;
  const call = await admitted(settings, service, message);
  const answeredAt = new AbortController();
  void sayWorking(clock, message, answeredAt.signal);
  const reply = await replyTo(settings, service, answer, message, call);
  answeredAt.abort();
  const fetched = new AbortController();
  const body = prepared(link, reply, () => fetched.abort());
  call.seal(body);
  message.respond(body.payload, { headers: body.headers });
  await pauseInBackground(clock, KEEP_PARTS, fetched.signal);
  body.release();
}

/** The call, unless nothing proves it: then its sender hears so, and no signature can be had by calling. */
async function admitted(
  settings: RemoteSettings,
  service: string,
  message: Msg,
): Promise<AdmittedCall> {
  try {
    return await admitCall(settings, message);
  } catch (error) {
    const why = hasCode(error, "BUS_MESSAGE_UNPROVED")
      ? "it takes calls with a proof only"
      : "it cannot read the request";
    const refusal = errorAnswer(failed(service, "?", why, error));
    message.respond(JSON.stringify(refusal));
    throw error;
  }
}

/** An answer that is about to be sent: one that is too large for that becomes the error that says so. */
function prepared(link: Link, reply: Answer, onFetched: () => void): Outgoing {
  try {
    return outgoing(link, reply, onFetched);
  } catch (error) {
    if (!isBourseError(error)) throw error;
    return outgoing(link, errorAnswer(error), onFetched);
  }
}

/** The answer to a request, also to one that nobody can read. Never rejects. */
async function replyTo(
  { link, report }: RemoteSettings,
  service: string,
  answer: Answering,
  message: Msg,
  { caller }: AdmittedCall,
): Promise<Answer> {
  try {
    const { method, payload } = await requested(link, message);
    return await answered(() => answer(method, payload, caller));
  } catch (error) {
    report({ where: "service", name: service, error });
    return errorAnswer(failed(service, "?", "it cannot read the request", error));
  }
}

/** Reads a request. @throws KernelError BUS_MESSAGE_UNREADABLE, BUS_UNAVAILABLE; NobodyListens */
async function requested(
  link: Link,
  message: Msg,
): Promise<{ readonly method: string; readonly payload: Json }> {
  const { method, payload = null } = await incoming(link, message);
  if (typeof method !== "string" || method.length < 1 || method.length > 200) {
    throw unreadable("it asks for no method");
  }
  return { method, payload };
}

/** Never rejects. */
async function sayWorking(clock: Clock, message: Msg, done: AbortSignal): Promise<void> {
  const working = headers();
  working.set(WORKING, "yes");
  while (await pauseInBackground(clock, WORKING_EVERY, done)) {
    try {
      message.respond("", { headers: working });
    } catch {
      // The connection is closed: nobody hears of the answer either.
      return;
    }
  }
}

async function answered(answer: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await answer() };
  } catch (error) {
    // The local bus hides every internal error behind one of its own.
    if (!isBourseError(error)) throw error;
    return errorAnswer(error);
  }
}

function errorAnswer({ code, message, details }: BourseError): Answer {
  return { error: { code, message, details } };
}
