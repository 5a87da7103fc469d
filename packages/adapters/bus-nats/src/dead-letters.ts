/** The dead letters of queues, as their streams on the server hold them. */

import { hasCode, type DeadLetter } from "@bourse/kernel";

import {
  askJetStream,
  MESSAGE_NOT_FOUND,
  Refusal,
  STREAM_NOT_FOUND,
  type StoredMessage,
  type StreamState,
} from "./jet-stream.ts";
import type { Link } from "./link.ts";
import type { Names } from "./names.ts";
import { readObject, shownBytes } from "./readable.ts";

/** Reads and deletes dead letters; the consumers of a queue write them. */
export class DeadLetters {
  readonly #link: Link;
  readonly #names: Names;

  constructor(link: Link, names: Names) {
    this.#link = link;
    this.#names = names;
  }

  /** The newest letters, the oldest of them first. @throws KernelError BUS_UNAVAILABLE */
  async newest(queue: string, limit: number, until: number): Promise<readonly DeadLetter[]> {
    return await this.#reached(async () => {
      const found: DeadLetter[] = [];
      for await (const letter of this.#backwards(queue, until)) {
        found.unshift(letter);
        if (found.length === limit) break;
      }
      return found;
    });
  }

  /** Number of the letters that are kept. @throws KernelError BUS_UNAVAILABLE */
  async count(queue: string): Promise<number> {
    return await this.#reached(async () => (await this.#stateOf(queue))?.messages ?? 0);
  }

  /** Deletes the letters of an id; tells whether there was one. @throws KernelError BUS_UNAVAILABLE */
  async remove(queue: string, id: string, until: number): Promise<boolean> {
    return await this.#reached(async () => {
      let isFound = false;
      for await (const letter of this.#backwards(queue, until)) {
        if (letter.id !== id) continue;
        isFound = true;
        const subject = `STREAM.MSG.DELETE.${this.#names.deadLetters(queue)}`;
        await askJetStream(this.#link, subject, { seq: letter.sequence });
      }
      return isFound;
    });
  }

  /** The letters from `until` backwards; numbers between them may be those of deleted ones. */
  async *#backwards(queue: string, until: number): AsyncGenerator<DeadLetter, void> {
    const state = await this.#stateOf(queue);
    if (state === undefined) return;
    let left = state.messages;
    for (let seq = Math.min(state.last_seq, until); left > 0 && seq >= state.first_seq; seq--) {
      const message = await this.#messageAt(queue, seq);
      if (message === undefined) continue;
      left--;
      yield letterOf(message, seq);
    }
  }

  async #messageAt(queue: string, seq: number): Promise<StoredMessage | undefined> {
    const subject = `STREAM.MSG.GET.${this.#names.deadLetters(queue)}`;
    const found = await this.#unless<{ message: StoredMessage }>(MESSAGE_NOT_FOUND, subject, {
      seq,
    });
    return found?.message;
  }

  /** The state of a queue's stream; undefined before its first letter. */
  async #stateOf(queue: string): Promise<StreamState | undefined> {
    const subject = `STREAM.INFO.${this.#names.deadLetters(queue)}`;
    return (await this.#unless<{ state: StreamState }>(STREAM_NOT_FOUND, subject))?.state;
  }

  /** An answer of JetStream; undefined for the refusal of this number. */
  async #unless<Reply>(
    number: number,
    subject: string,
    request: object = {},
  ): Promise<Reply | undefined> {
    try {
      return await askJetStream<Reply>(this.#link, subject, request);
    } catch (error) {
      if (error instanceof Refusal && error.number === number) return undefined;
      throw error;
    }
  }

  async #reached<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (hasCode(error, "BUS_UNAVAILABLE", "BUS_CLOSED")) throw error;
      throw this.#link.unavailable(error);
    }
  }
}

/** Bytes of a message of the largest size that its headers may take. */
const HEADER_BYTES = 4096;

/** A letter as it is stored. Where the server takes no more than `maxBytes`, the first bytes stand for the payload. */
export function letterText(
  letter: Omit<DeadLetter, "sequence">,
  message: Uint8Array,
  maxBytes: number,
): string {
  const error = letter.error.slice(0, 2000);
  const text = JSON.stringify({ ...letter, error });
  if (Buffer.byteLength(text) <= maxBytes - HEADER_BYTES) return text;
  return JSON.stringify({ ...letter, error, payload: shownBytes(message) });
}

/** The letter in a stored message. Whoever may write to the stream may have written something else. */
function letterOf({ data = "", time }: StoredMessage, sequence: number): DeadLetter {
  const bytes = Buffer.from(data, "base64");
  try {
    const letter = readObject(bytes);
    if (isLetter(letter)) return { ...letter, sequence };
  } catch {
    // It is shown as what it is.
  }
  return {
    id: `unreadable-${sequence}`,
    sequence,
    payload: shownBytes(bytes),
    attempts: 0,
    error: "No consumer of the queue wrote this letter: it cannot be read.",
    time: Date.parse(time),
  };
}

function isLetter(
  letter: Readonly<Record<string, unknown>>,
): letter is Omit<DeadLetter, "sequence"> & Record<string, unknown> {
  const { id, payload, attempts, error, time } = letter;
  return (
    typeof id === "string" &&
    id !== "" &&
    id.length <= 200 &&
    payload !== undefined &&
    Number.isSafeInteger(attempts) &&
    typeof error === "string" &&
    typeof time === "number" &&
    Math.abs(time) <= LAST_TIME
  );
}

/** Largest time of the ECMAScript calendar in milliseconds. */
const LAST_TIME = 8.64e15;
