/** Errors of an endpoint that does not serve a call, told apart from those of the chain. */
import type { NodeError } from "../../errors.ts";
import { sendOutcome } from "../lane/send-outcome.ts";
import type { RpcOutcome } from "../port.ts";
import { isRefusal } from "./refusal.ts";

/** Error object of JSON-RPC 2.0. */
export interface RpcFault {
  readonly code?: number;
  readonly message?: string;
  readonly data?: unknown;
}

/** Codes by which endpoints say "too much" or "not now". */
const BUSY = new Set([-32005, -32097, 429]);

/** Reports if an HTTP status or a code says that this endpoint does not serve the call, where another one may. */
export function isUnserved(status: number, code: number): boolean {
  return BUSY.has(code) || status >= 500 || [401, 403, 404, 429].includes(status);
}

const RATE = /\b(rate|per second|requests|capacity|credits?|quota|throughput|plan)\b/i;

/** Reports if an error says something of the call itself, under whatever status and code: every endpoint would. */
export function isOfChain(method: string, error: NodeError): boolean {
  if (isRefusal(error)) return true;
  if (method === "eth_sendRawTransaction") return sendOutcome(error.message) !== "later";
  // A range that is too large is told in the codes of a busy endpoint.
  return method === "eth_getLogs" && !RATE.test(error.message);
}

const METHOD_UNKNOWN = -32_601;
const BATCH =
  /\bbatch|too many (calls|requests|items)|(request|payload|body) (entity )?(is )?too large/i;

/** Reports if `outcome` of several calls refuses their number: by its words, or because all have the same error. */
export function isBatchRefusal(outcome: RpcOutcome, all: readonly RpcOutcome[]): boolean {
  if ("result" in outcome) return false;
  const { error } = outcome;
  if (BATCH.test(error.message)) return true;
  const { code } = error.details as RpcFault;
  if (code === METHOD_UNKNOWN || isOfChain("eth_sendRawTransaction", error)) return false;
  return all.every((one) => "error" in one && one.error.message === error.message);
}
