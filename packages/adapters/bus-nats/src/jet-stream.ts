/** Requests to JetStream, the part of a NATS server that stores messages: its JSON interface on `$JS.API.>`. */

import { NobodyListens, type Link } from "./link.ts";
import { readObject } from "./readable.ts";

/** A refusal of the server, by its number. */
export class Refusal extends Error {
  readonly number: number;

  constructor(number: number, description: string) {
    super(description);
    this.number = number;
  }
}

/** Numbers of refusals. */
export const WRONG_LAST_SEQUENCE = 10071;
export const STREAM_STORE_FAILED = 10077;
export const STREAM_NAME_IN_USE = 10058;
export const STREAM_NOT_FOUND = 10059;
export const CONSUMER_NOT_FOUND = 10014;
export const MESSAGE_NOT_FOUND = 10037;

/** The part of a stream's state that is used here. */
export interface StreamState {
  readonly messages: number;
  readonly first_seq: number;
  readonly last_seq: number;
}

/** A message as it is stored. */
export interface StoredMessage {
  readonly subject: string;
  readonly seq: number;
  /** The message in base64; absent for an empty one. */
  readonly data?: string;
  /** Time at which it was stored, in ISO 8601. */
  readonly time: string;
}

/** Asks JetStream for something. @throws Refusal; KernelError BUS_UNAVAILABLE, BUS_CLOSED */
export async function askJetStream<Reply>(
  link: Link,
  subject: string,
  request: object = {},
): Promise<Reply> {
  try {
    const { data } = await link.request(`$JS.API.${subject}`, JSON.stringify(request));
    return acceptedReply(data) as Reply;
  } catch (error) {
    throw error instanceof NobodyListens ? link.unavailable(error) : error;
  }
}

/** The answer of the server, unless it is a refusal. @throws Refusal; KernelError BUS_MESSAGE_UNREADABLE */
export function acceptedReply(data: Uint8Array): unknown {
  const answer = readObject(data);
  const error = answer["error"] as
    | { readonly err_code?: unknown; readonly description?: unknown }
    | null
    | undefined;
  if (error === undefined || error === null) return answer;
  throw new Refusal(Number(error.err_code), String(error.description).slice(0, 200));
}
