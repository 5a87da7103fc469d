/** Behaviour of an endpoint: chosen at its start; every flag has a default that lets all requests pass. */

import { parseArgs } from "node:util";

/**
 * Forms of a refusal: an error as the whole answer, an array with one error of no call, an error for each call, a page
 * of HTML, or a connection that is reset.
 */
const FORMS = ["object", "array", "each", "page", "reset"] as const;

type Form = (typeof FORMS)[number];

/** Refusal as an endpoint words it. */
export interface Refusal {
  readonly form: Form;
  /** Status of the HTTP answer. */
  readonly status: number;
  /** Code of the JSON-RPC error. */
  readonly code: number;
  /** Message of the JSON-RPC error. */
  readonly words: string;
}

export interface Behaviour {
  /** Port to listen on; 0 for a free one. */
  readonly port: number;
  /** Chain id. */
  readonly chain: number;
  /** Address that has 1000 ether at the start; empty for none. */
  readonly fund: string;
  /** Maximum number of calls in a request. */
  readonly batchLimit: number;
  readonly batchRefusal: Refusal;
  /** Maximum number of blocks of an eth_getLogs. */
  readonly rangeLimit: number;
  readonly rangeRefusal: Refusal;
  /** Least priority fee of a transaction in gwei. `{least}` and `{tip}` in the words are wei. */
  readonly leastTipGwei: number;
  readonly tipRefusal: Refusal;
  /** Priority fee that eth_maxPriorityFeePerGas suggests in gwei; 0 for the chain's own. */
  readonly suggestedTipGwei: number;
  /** True for a chain from before EIP-1559: no base fee, no suggestion, no transactions of type 2. */
  readonly legacy: boolean;
  /** True for a chain that takes no transaction at all. */
  readonly refusesSends: boolean;
  readonly sendRefusal: Refusal;
  /** True for receipts without a status. */
  readonly hidesStatus: boolean;
  /** Number of blocks by which the head that is told is behind the chain's; negative before it. */
  readonly lag: number;
  /** Number of transactions that are taken and whose answers are lost: the first ones. */
  readonly lostSends: number;
  /** Delay of every answer in milliseconds. */
  readonly slowMilliseconds: number;
}

/** Reads the words of the command line. */
export function behaviourOf(words: readonly string[]): Behaviour {
  const { values } = parseArgs({
    args: [...words],
    options: {
      port: { type: "string", default: "0" },
      chain: { type: "string", default: "31337" },
      fund: { type: "string", default: "" },
      "batch-limit": { type: "string", default: "1000" },
      "batch-refusal": { type: "string", default: "object 200 -32600 batch too large" },
      "range-limit": { type: "string", default: "1000000" },
      "range-refusal": {
        type: "string",
        default: "object 200 -32005 query exceeds max block range",
      },
      "least-tip-gwei": { type: "string", default: "0" },
      "tip-refusal": {
        type: "string",
        default:
          "each 200 -32000 transaction underpriced: gas tip cap {tip}, minimum needed {least}",
      },
      "suggested-tip-gwei": { type: "string", default: "0" },
      legacy: { type: "boolean", default: false },
      "refuses-sends": { type: "boolean", default: false },
      "send-refusal": { type: "string", default: "each 403 -32000 transactions are not accepted" },
      "hides-status": { type: "boolean", default: false },
      lag: { type: "string", default: "0" },
      "lost-sends": { type: "string", default: "0" },
      "slow-milliseconds": { type: "string", default: "0" },
    },
  });
  return {
    port: numberOf("port", values.port),
    chain: numberOf("chain", values.chain),
    fund: values.fund,
    batchLimit: numberOf("batch-limit", values["batch-limit"]),
    batchRefusal: refusalOf("batch-refusal", values["batch-refusal"]),
    rangeLimit: numberOf("range-limit", values["range-limit"]),
    rangeRefusal: refusalOf("range-refusal", values["range-refusal"]),
    leastTipGwei: numberOf("least-tip-gwei", values["least-tip-gwei"]),
    tipRefusal: refusalOf("tip-refusal", values["tip-refusal"]),
    suggestedTipGwei: numberOf("suggested-tip-gwei", values["suggested-tip-gwei"]),
    legacy: values.legacy,
    refusesSends: values["refuses-sends"],
    sendRefusal: refusalOf("send-refusal", values["send-refusal"]),
    hidesStatus: values["hides-status"],
    lag: numberOf("lag", values.lag),
    lostSends: numberOf("lost-sends", values["lost-sends"]),
    slowMilliseconds: numberOf("slow-milliseconds", values["slow-milliseconds"]),
  };
}

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) {
    throw new Error(`--${flag} must be a number, found "${text}".`);
  }
  return value;
}

/** A refusal as `FORM STATUS CODE WORDS`. */
function refusalOf(flag: string, text: string): Refusal {
  const [, name, status, code, words = ""] = /^(\w+) (\d+) (-?\d+) (.*)$/s.exec(text) ?? [];
  const form = FORMS.find((one) => one === name);
  if (form === undefined) {
    throw new Error(
      `--${flag} must be a form (${FORMS.join(", ")}), a status, a code and words, found "${text}".`,
    );
  }
  return { form, status: Number(status), code: Number(code), words };
}
