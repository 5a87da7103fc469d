/** Asks an EVM node by JSON-RPC. */

import type { EthCall } from "@bourse/curation-core";

import { CurationServerError } from "./errors.ts";

const TIMEOUT_MILLISECONDS = 5000;

/** JSON-RPC errors of a node that ran the call to its bad end, as nodes word them. */
const RAN = /revert|invalid opcode|out of gas|stack (?:under|over)flow|invalid jump/i;

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** `eth_call` at the node behind `url`; `0x` where it reverts. @throws CurationServerError ETH_RPC_FAILED */
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
    // 3: execution reverted (EIP-1474 as nodes have it).
    if (error?.code === 3 || RAN.test(String(error?.message))) return "0x";
    throw new CurationServerError(
      "ETH_RPC_FAILED",
      `expected a result of eth_call from the node of ETH_RPC_URL, but it answered ${response.status} without one.`,
    );
  };
}
