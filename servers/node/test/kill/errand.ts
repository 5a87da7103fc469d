/** Errand of the victim: requested again and again under the same key until it has answered. */

import { hash } from "node:crypto";

import { call } from "../support/calls.ts";
import { KEY } from "../support/running-node.ts";
import type { Urls } from "./life.ts";

export type Errand = ShareErrand | TransferErrand;

interface Common {
  readonly key: string;
  /** Smallest unit. */
  readonly amount: bigint;
  /** The first success; later ones must be the same. */
  answer: string | undefined;
}

export interface ShareErrand extends Common {
  readonly kind: "share";
  readonly text: string;
  readonly dataHash: string;
  readonly recipient: string;
  readonly token: string;
}

export interface TransferErrand extends Common {
  readonly kind: "transfer";
  readonly from: string;
  readonly to: string;
}

const NATIVE = `0x${"0".repeat(40)}`;
/** Still under way, too many at once, or the chain just does not answer: ask again. */
const LATER = [202, 409, 429, 503];

export function shareErrand(number: number, recipient: string, token: string): ShareErrand {
  const text = `share ${number} ${"·".repeat(number % 400)}`;
  return {
    kind: "share",
    key: `errand-${number}`,
    amount: BigInt(number),
    answer: undefined,
    text,
    dataHash: hash("sha256", text, "hex"),
    recipient,
    token,
  };
}

export function transferErrand(number: number, from: string, to: string): TransferErrand {
  const amount = BigInt(number);
  return { kind: "transfer", key: `errand-${number}`, amount, answer: undefined, from, to };
}

/** One try. @throws Error when the answer breaks a promise */
export async function run(errand: Errand, urls: Urls): Promise<void> {
  const isShare = errand.kind === "share";
  const url = isShare ? `${urls.external}/share_data` : `${urls.internal}/transfer`;
  const headers = { "Idempotency-Key": errand.key, ...(isShare ? { "X-API-Key": KEY } : {}) };
  let answered: Awaited<ReturnType<typeof call>>;
  try {
    answered = await call("POST", url, { headers, body: bodyOf(errand) });
  } catch {
    // The victim is dead.
    return;
  }
  const { status, text } = answered;
  if (LATER.includes(status)) return;
  if (status !== (isShare ? 201 : 200)) {
    throw new Error(`${errand.key} was answered ${status}: ${text}`);
  }
  if (errand.answer !== undefined && errand.answer !== text) {
    throw new Error(`${errand.key} was answered ${errand.answer}, then ${text}`);
  }
  errand.answer = text;
}

function bodyOf(errand: Errand): object {
  return errand.kind === "share"
    ? {
        data: errand.text,
        recipient: errand.recipient,
        payment_token: errand.token,
        payment_amount: errand.amount.toString(),
      }
    : {
        from: errand.from,
        to: errand.to,
        amount: errand.amount.toString(),
        token: NATIVE,
      };
}
