/** `eth_call` of an EVM node by JSON-RPC. */

import { anyFunction, anyText, checkArguments, splitLogin } from "@bourse/kernel";

import { CurationError } from "../errors.ts";
import type { EthCall } from "./wallet-verifier.ts";

const TIMEOUT_MILLISECONDS = 5000;

/** Messages of JSON-RPC errors that mean the call was executed and failed. */
const RAN = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i;

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/**
 * Creates an `EthCall` that asks the EVM node at the http or https address `url` by JSON-RPC, with a timeout of 5 s. A
 * call rejects with CurationError WALLET_NODE_UNAVAILABLE when the node answers without a result, and with the error of
 * `fetch` when it does not answer; no message contains `url`, whose login is sent by HTTP Basic.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function createEthCall(url: string, fetchWith: typeof fetch = fetch): EthCall {
  checkArguments("createEthCall", { url: anyText, fetchWith: anyFunction }, [url, fetchWith]);
  const node = splitLogin(url);
  return async ({ to, data }) => {
    const response = await fetchWith(node.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...node.headers },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "eth_call",
        params: [{ to, data }, "latest"],
      }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    const { result, error } = (await response.json()) as RpcAnswer;
    if (typeof result === "string") return result;
    // Code 3 means: execution reverted.
    if (error?.code === 3 || RAN.test(String(error?.message))) return "0x";
    throw new CurationError(
      "WALLET_NODE_UNAVAILABLE",
      `eth_call failed: expected a result from the EVM node, found status ${response.status} without one`,
    );
  };
}
