/** Messages as they come from a server that others write to as well: read with care, whatever their bytes. */

import { checkJson, KernelError, type Json } from "@bourse/kernel";
import type { Msg, MsgHdrs, NatsConnection, Subscription } from "@nats-io/transport-node";

/** Nesting of a message: that of a payload, and of the envelope around it. */
const ENVELOPE_DEPTH = 66;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The JSON object of a message. @throws KernelError BUS_MESSAGE_UNREADABLE */
export function readObject(bytes: Uint8Array): Readonly<Record<string, Json>> {
  const value = readJson(bytes);
  if (isObject(value)) return value;
  throw unreadable("it is no JSON object");
}

/** True for a JSON object. */
export function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON of a message. @throws KernelError BUS_MESSAGE_UNREADABLE */
export function readJson(bytes: Uint8Array, maxDepth: number = ENVELOPE_DEPTH): Json {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    checkJson(value, { maxDepth });
    return value;
  } catch (cause) {
    throw unreadable("it is no plain JSON", cause);
  }
}

/** The headers of a message. @throws KernelError BUS_MESSAGE_UNREADABLE */
export function readHeaders(message: Msg): MsgHdrs | undefined {
  try {
    // The client parses them at the first look.
    return message.headers;
  } catch (cause) {
    throw unreadable("its headers are malformed", cause);
  }
}

/** The error of a message that nobody can read. It repeats nothing of the message. */
export function unreadable(why: string, cause?: unknown): KernelError {
  return new KernelError("BUS_MESSAGE_UNREADABLE", `A message of the bus cannot be read: ${why}.`, {
    cause,
  });
}

/**
 * Subscribes to a subject. What `read` throws goes to `onFault`: the client would end its connection over it.
 */
export function listen(
  connection: NatsConnection,
  subject: string,
  read: (message: Msg) => void,
  onFault: (error: unknown) => void,
  options: { readonly queue?: string } = {},
): Subscription {
  return connection.subscribe(subject, {
    ...options,
    callback: (error, message) => {
      try {
        if (error !== null) throw error;
        read(message);
      } catch (fault) {
        onFault(fault);
      }
    },
  });
}

/** Bytes of a message that are kept when it cannot be read. */
const SHOWN_BYTES = 4096;

/** The part of an unreadable message that an operator is shown: its size, and its first bytes in base64. */
export function shownBytes(bytes: Uint8Array): {
  readonly bytes: number;
  readonly base64: string;
} {
  const first = bytes.subarray(0, SHOWN_BYTES);
  return { bytes: bytes.length, base64: Buffer.from(first).toString("base64") };
}
