/** Proof of who has sent a message: HMAC-SHA-256 (RFC 2104) over a canonical form; see docs/decisions/bus-proof.md. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import { KernelError, type Clock } from "@bourse/kernel";
import type { Msg, MsgHdrs } from "@nats-io/transport-node";

import { CALLER, CONFIRM, DIGEST, FROM, NONCE, PARTS, SIGNATURE, TIME } from "./message-headers.ts";

/** Use of a message: a signature of one use is none of another. */
export type MessageUse = "call" | "ask" | "confirm" | "answer" | "event" | "queued";

/** Largest difference in milliseconds between the time of a call or an event and the clock of its reader. */
export const CLOCK_WINDOW = 30_000;

/** A message that is about to be sent. */
interface Sealable {
  readonly subject: string;
  /** Reply address of a call. */
  readonly reply?: string;
  readonly head: MsgHdrs;
  readonly body: Uint8Array | string;
}

/** Settings of a {@link Proof}. */
export interface ProofSettings {
  /** The first signs, each of them proves. Without any nothing is signed, and everything is taken. */
  readonly keys: readonly string[];
  readonly acceptsUnsigned: boolean;
  readonly clock: Pick<Clock, "now">;
}

export class Proof {
  readonly #settings: ProofSettings;

  constructor(settings: ProofSettings) {
    this.#settings = settings;
  }

  /** True when messages are signed. */
  get isOn(): boolean {
    return this.#settings.keys.length > 0;
  }

  /** True when nothing is taken that is not signed. */
  get isRequired(): boolean {
    return this.isOn && !this.#settings.acceptsUnsigned;
  }

  /** Signs a message, whose other headers stand, with its time. */
  seal(use: MessageUse, { subject, reply = "", head, body }: Sealable): void {
    const [key] = this.#settings.keys;
    if (key === undefined) return;
    head.set(TIME, String(Math.floor(this.#settings.clock.now())));
    head.set(SIGNATURE, signatureOf(key, canonical(use, subject, reply, head, body)));
  }

  /**
   * Checks a message; true when its signature proves it, false when it has none and may have none.
   *
   * @throws KernelError BUS_MESSAGE_UNPROVED
   */
  check(use: MessageUse, message: Msg, head: MsgHdrs | undefined): boolean {
    const given = head?.get(SIGNATURE) ?? "";
    if (head === undefined || given === "" || !this.isOn) {
      if (this.isRequired) throw unproved("it is not signed");
      return false;
    }
    const reply = use === "call" ? (message.reply ?? "") : "";
    const form = canonical(use, message.subject, reply, head, message.data);
    if (!this.#settings.keys.some((key) => isSame(signatureOf(key, form), given))) {
      throw unproved("it is not signed with a key of this bus");
    }
    // A queue keeps its messages for as long as it likes, and the rest is bound to a call.
    if ((use === "call" || use === "event") && !this.#isTimely(head.get(TIME))) {
      throw unproved(`its time is not within ${CLOCK_WINDOW / 1000} s of this process's clock`);
    }
    return true;
  }

  #isTimely(time: string): boolean {
    return Math.abs(Number(time) - this.#settings.clock.now()) <= CLOCK_WINDOW;
  }
}

/** A text that nobody can guess. */
export function nonce(): string {
  return randomBytes(16).toString("base64url");
}

/** SHA-256 of a body, in hex. */
export function digestOf(body: Uint8Array | string): string {
  return createHash("sha256").update(body).digest("hex");
}

/** The error of a message that proves nothing. It repeats nothing of the message. */
export function unproved(why: string): KernelError {
  return new KernelError("BUS_MESSAGE_UNPROVED", `A message of the bus was refused: ${why}.`);
}

const SIGNED_HEADERS = [TIME, NONCE, CALLER, CONFIRM, PARTS, FROM, DIGEST];

/** A JSON array of texts: no two messages have the same one. */
function canonical(
  use: MessageUse,
  subject: string,
  reply: string,
  head: MsgHdrs,
  body: Uint8Array | string,
): string {
  const values = SIGNED_HEADERS.map((name) => head.get(name));
  return JSON.stringify(["bourse-bus-1", use, subject, reply, ...values, digestOf(body)]);
}

function signatureOf(key: string, form: string): string {
  return createHmac("sha256", key).update(form).digest("base64url");
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
