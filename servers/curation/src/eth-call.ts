/** Asks an EVM node by JSON-RPC. */

import type { EthCall } from "@bourse/curation-core";

import { CurationServerError } from "./errors.ts";

const TIMEOUT_MILLISECONDS = 5000;

/** `eth_call` at the node behind `url`. @throws CurationServerError ETH_RPC_FAILED */
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
    const answer = (await response.json()) as { readonly result?: unknown };
    if (typeof answer.result === "string") return answer.result;
    throw new CurationServerError(
      "ETH_RPC_FAILED",
      `expected a result of eth_call from the node of ETH_RPC_URL, but it answered ${response.status} without one.`,
    );
  };
}
