/**
 * Calls whose caller is proved, on both sides. A service asks the caller of a signed call whether it wants it still,
 * and the caller says so once: a copy of a call is done by no process, and a call that its caller has given up by none
 * either.
 */

import { headers, type Msg, type MsgHdrs } from "@nats-io/transport-node";

import type { Outgoing } from "./large-bodies.ts";
import type { Link } from "./link.ts";
import { CALLER, CONFIRM, NONCE, WORKING } from "./message-headers.ts";
import { nonce, unproved, type Proof } from "./proof.ts";
import { readHeaders } from "./readable.ts";
import type { SeenCalls } from "./seen-calls.ts";

/** The caller's side of one call. */
export class OwnCall {
  readonly #proof: Proof;
  readonly #nonce = nonce();
  #isConfirmed = false;

  constructor(proof: Proof) {
    this.#proof = proof;
  }

  /** True when a process may have begun the call. */
  get isConfirmed(): boolean {
    return this.#isConfirmed;
  }

  /** Signs the call. */
  seal(subject: string, reply: string, caller: string, { headers: head, payload }: Outgoing): void {
    if (!this.#proof.isOn) return;
    head.set(NONCE, this.#nonce);
    // A header is one line of ASCII.
    head.set(CALLER, encodeURIComponent(caller));
    this.#proof.seal("call", { subject, reply, head, body: payload });
  }

  /**
   * True for the answer of the call; confirms it for the first service that asks. @throws KernelError
   * BUS_MESSAGE_UNPROVED
   */
  isAnswer(message: Msg, head: MsgHdrs | undefined): boolean {
    if (head?.has(WORKING) === true) return false;
    const isAsked = head?.has(CONFIRM) === true;
    const isProved = this.#proof.check(isAsked ? "ask" : "answer", message, head);
    if (isProved && head?.get(NONCE) !== this.#nonce) throw unproved("it belongs to another call");
    if (!isAsked) return true;
    if (!this.#isConfirmed && isProved) this.#confirm(message, head.get(CONFIRM));
    return false;
  }

  #confirm(message: Msg, challenge: string): void {
    this.#isConfirmed = true;
    const head = headers();
    head.set(NONCE, this.#nonce);
    head.set(CONFIRM, challenge);
    this.#proof.seal("confirm", { subject: message.reply ?? "", head, body: "" });
    message.respond("", { headers: head });
  }
}

/** A call as its service has admitted it. */
export interface AdmittedCall {
  /** Name of the process that calls; null without a signature. */
  readonly caller: string | null;
  /** Signs the answer. */
  seal(answer: Outgoing): void;
}

/** Longest wait in milliseconds for a caller to confirm its call. */
const CONFIRM_WAIT = 5000;

/**
 * Admits a call that is signed, new and confirmed by its caller, or that may come without a signature.
 *
 * @throws KernelError BUS_MESSAGE_UNPROVED, BUS_MESSAGE_UNREADABLE, BUS_UNAVAILABLE; NobodyListens when the caller is
 * gone
 */
export async function admitCall(
  { link, proof, seen }: { readonly link: Link; readonly proof: Proof; readonly seen: SeenCalls },
  message: Msg,
): Promise<AdmittedCall> {
  const head = readHeaders(message);
  if (!proof.check("call", message, head) || head === undefined) {
    return { caller: null, seal: () => undefined };
  }
  const [call, subject = "", caller] = [head.get(NONCE), message.reply, head.get(CALLER)];
  seen.add(call);
  const challenge = nonce();
  const asking = headers();
  asking.set(NONCE, call);
  asking.set(CONFIRM, challenge);
  proof.seal("ask", { subject, head: asking, body: "" });
  const said = await link.request(subject, "", {
    headers: asking,
    timeoutMilliseconds: CONFIRM_WAIT,
  });
  const confirmation = readHeaders(said);
  proof.check("confirm", said, confirmation);
  if (confirmation?.get(NONCE) !== call || confirmation.get(CONFIRM) !== challenge) {
    throw unproved("its caller has not confirmed it");
  }
  return {
    caller: decodeURIComponent(caller),
    seal({ headers: own, payload }) {
      own.set(NONCE, call);
      proof.seal("answer", { subject, head: own, body: payload });
    },
  };
}
