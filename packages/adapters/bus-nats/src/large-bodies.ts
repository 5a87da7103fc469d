/**
 * Bodies of requests and answers of any size. A body that does not fit into one message stays with its sender, and its
 * receiver fetches it in parts.
 */

import { KernelError, type Json } from "@bourse/kernel";
import { createInbox, headers, type Msg, type MsgHdrs } from "@nats-io/transport-node";

import type { Link } from "./link.ts";
import { DIGEST, FROM, PARTS } from "./message-headers.ts";
import { digestOf } from "./proof.ts";
import { listen, readHeaders, readObject, unreadable } from "./readable.ts";

/** Size of a part in bytes: a message of it is far below the megabyte that servers allow. */
const PART = 512 * 1024;
/** Largest body in bytes. */
const LARGEST = 256 * 1024 * 1024;

/** A body as it is sent: its message, and what keeps its parts ready. */
export interface Outgoing {
  readonly payload: Uint8Array;
  readonly headers: MsgHdrs;
  /** Stops to keep the parts ready. */
  readonly release: () => void;
}

/** Prepares a body; `onFetched` is called when its last part was fetched, or at once when it fits into one message. */
export function outgoing(link: Link, value: unknown, onFetched: () => void = () => {}): Outgoing {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const head = headers();
  if (bytes.length <= PART) {
    onFetched();
    return { payload: bytes, headers: head, release: () => undefined };
  }
  if (bytes.length > LARGEST) {
    throw new KernelError(
      "ARGUMENT_INVALID",
      `A request or answer may have ${LARGEST} bytes, found ${bytes.length}. Ask for less at a time.`,
      { details: { argument: "payload" } },
    );
  }
  const count = Math.ceil(bytes.length / PART);
  const inbox = createInbox();
  const send = (message: Msg): void => {
    const part = Number(message.string());
    message.respond(bytes.subarray(part * PART, (part + 1) * PART));
    if (part === count - 1) onFetched();
  };
  // Who asks for a part in vain hears nothing, and gives up.
  const subscription = listen(link.now, inbox, send, () => undefined);
  head.set(PARTS, String(count));
  head.set(FROM, inbox);
  head.set(DIGEST, digestOf(bytes));
  return { payload: new Uint8Array(), headers: head, release: () => subscription.unsubscribe() };
}

/**
 * Reads a body, a JSON object, fetching its parts where it has some.
 *
 * @throws KernelError BUS_MESSAGE_UNREADABLE, BUS_UNAVAILABLE; NobodyListens
 */
export async function incoming(link: Link, message: Msg): Promise<Readonly<Record<string, Json>>> {
  const head = readHeaders(message);
  if (head?.has(PARTS) !== true) return readObject(message.data);
  const count = Number(head.get(PARTS));
  const from = head.get(FROM);
  // A part is asked for at an inbox only, never at a service or the server's own interface.
  if (!Number.isSafeInteger(count) || count < 1 || count > LARGEST / PART || !isInbox(from)) {
    throw unreadable("its parts are not where a body is kept");
  }
  const parts: Uint8Array[] = [];
  for (let part = 0; part < count; part++) {
    const { data } = await link.request(from, String(part), { timeoutMilliseconds: 10_000 });
    if (data.length === 0 || data.length > PART) throw unreadable("a part is of another size");
    parts.push(data);
  }
  const body = Buffer.concat(parts);
  // A body without a digest is one of a process that signs nothing.
  if (head.has(DIGEST) && head.get(DIGEST) !== digestOf(body)) {
    throw unreadable("its parts are not those that were announced");
  }
  return readObject(body);
}

function isInbox(subject: string): boolean {
  return /^_INBOX\.[A-Za-z0-9]{1,64}$/u.test(subject);
}
