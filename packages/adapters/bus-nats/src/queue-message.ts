/** Messages of a queue: what a producer has sent, and what the server says about its delivery. */

import type { Json } from "@bourse/kernel";
import type { Msg } from "@nats-io/transport-node";

import { readObject, unreadable } from "./readable.ts";

/** The part of a message's reply address that the consumer uses. */
export interface MessageInfo {
  readonly attempt: number;
  readonly sequence: number;
}

/**
 * Reads `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<deliveries>.<sequence>.…`, the reply address of a message of
 * a stream (ADR-15); undefined for any other message.
 */
export function infoOf({ reply }: Msg): MessageInfo | undefined {
  const tokens = reply?.split(".") ?? [];
  if (tokens[0] !== "$JS" || tokens[1] !== "ACK") return undefined;
  const at = tokens.length === 9 ? 4 : 6;
  const [attempt, sequence] = [Number(tokens[at]), Number(tokens[at + 1])];
  return Number.isSafeInteger(attempt) && Number.isSafeInteger(sequence)
    ? { attempt, sequence }
    : undefined;
}

/** The id and the payload that a producer has sent. */
export interface Content {
  readonly id: string;
  readonly payload: Json;
}

/** Reads a message of the queue. @throws KernelError BUS_MESSAGE_UNREADABLE when no producer of ours has sent it */
export function readContent({ data }: Msg): Content {
  const { id, payload } = readObject(data);
  if (typeof id !== "string" || id === "" || id.length > 200 || payload === undefined) {
    throw unreadable("it has no id and payload");
  }
  return { id, payload };
}
