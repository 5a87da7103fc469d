/** Requests to services in other processes. */

import {
  BourseError,
  isBourseError,
  KernelError,
  pauseInBackground,
  withDeadline,
  type BusFault,
  type BusRequestOptions,
  type Clock,
  type Subscription,
} from "@bourse/kernel";
import { headers, type Msg, type NatsConnection } from "@nats-io/transport-node";

import { incoming, outgoing } from "./large-bodies.ts";
import { NobodyListens, WORKING, type Link } from "./link.ts";
import type { Names } from "./names.ts";

export interface RemoteSettings {
  readonly link: Link;
  readonly names: Names;
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

/** Sends a request and waits for its answer. `ask` answers it in the process that serves it. */
export async function requestRemote(
  settings: RemoteSettings,
  service: string,
  method: string,
  payload: unknown,
  { timeoutMilliseconds, signal }: BusRequestOptions,
): Promise<unknown> {
  const { link, names, clock } = settings;
  const onTimeout = (): never => {
    throw new KernelError(
      "BUS_TIMEOUT",
      `The service "${service}" did not answer "${method}" within ${timeoutMilliseconds} ms.`,
      { details: { service, method, milliseconds: timeoutMilliseconds } },
    );
  };
  const body = outgoing(link, { method, payload });
  try {
    const answer = await withDeadline(
      { clock, milliseconds: timeoutMilliseconds, signal, onTimeout },
      async (ended) => {
        const message = await link.converse(names.service(service), body.payload, body.headers, {
          silenceMilliseconds: SILENCE,
          signal: ended,
        });
        return (await incoming(link, message)) as Answer;
      },
    );
    if ("value" in answer) return answer.value;
    const { code, message, details } = answer.error;
    throw new BourseError(code, message, { details: { ...details } });
  } catch (error) {
    if (!(error instanceof NobodyListens)) throw error;
    throw new KernelError(
      "BUS_NO_RESPONDER",
      `No process serves "${service}" now. Start one, or try again later.`,
      { details: { service } },
    );
  } finally {
    body.release();
  }
}

/** Answers the requests of other processes to a service with `answer`, which the local bus makes. */
export function serveRemote(
  settings: RemoteSettings,
  service: string,
  answer: (method: string, payload: unknown) => Promise<unknown>,
): Subscription {
  const { link, names, report } = settings;
  const running = new Set<Promise<void>>();
  let connection: NatsConnection | undefined;
  let subscription: ReturnType<NatsConnection["subscribe"]> | undefined;
  const leave = link.onConnected((connected) => {
    // The client itself subscribes again after an interruption.
    if (connected === connection) return;
    connection = connected;
    subscription = connected.subscribe(names.service(service), {
      queue: "serving",
      callback: (error, message) => {
        if (error !== null) return;
        const handling = handle(settings, answer, message).catch((fault: unknown) => {
          report({ where: "service", name: service, error: fault });
        });
        running.add(handling);
        void handling.then(() => running.delete(handling));
      },
    });
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
  { link, clock }: RemoteSettings,
  answer: (method: string, payload: unknown) => Promise<unknown>,
  message: Msg,
): Promise<void> {
  const { method, payload } = (await incoming(link, message)) as {
    readonly method: string;
    readonly payload: unknown;
  };
  const answeredAt = new AbortController();
  void sayWorking(clock, message, answeredAt.signal);
  const reply = await answered(answer, method, payload).finally(() => answeredAt.abort());
  const fetched = new AbortController();
  const body = outgoing(link, reply, () => fetched.abort());
  message.respond(body.payload, { headers: body.headers });
  await pauseInBackground(clock, KEEP_PARTS, fetched.signal);
  body.release();
}

/** Never rejects. */
async function sayWorking(clock: Clock, message: Msg, done: AbortSignal): Promise<void> {
  const working = headers();
  working.set(WORKING, "yes");
  while (await pauseInBackground(clock, WORKING_EVERY, done)) {
    message.respond("", { headers: working });
  }
}

async function answered(
  answer: (method: string, payload: unknown) => Promise<unknown>,
  method: string,
  payload: unknown,
): Promise<Answer> {
  try {
    return { value: await answer(method, payload) };
  } catch (error) {
    // The local bus hides every internal error behind one of its own.
    if (!isBourseError(error)) throw error;
    const { code, message, details } = error;
    return { error: { code, message, details } };
  }
}
