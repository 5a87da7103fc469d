/** `eth_call` of an EVM node by JSON-RPC. */

import type { EthCall } from "@bourse/curation-core";

import { CurationServerError } from "./errors.ts";

const TIMEOUT_MILLISECONDS = 5000;

/** Messages of JSON-RPC errors that mean the call was executed and failed. */
const RAN = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i;

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** Creates an `EthCall` to the node at `url`, with a timeout of 5 s. @throws CurationServerError ETH_RPC_FAILED */
export function createEthCall(url: string, fetchWith: typeof fetch = fetch): EthCall {
  return async ({ to, data }) => {
    const response = await fetchWith(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
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
    throw new CurationServerError(
      "ETH_RPC_FAILED",
      `eth_call failed: expected a result from the node at ETH_RPC_URL, found status ${response.status} without one`,
    );
  };
}
