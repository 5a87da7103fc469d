/** The chain behind the endpoint: an anvil of its own, which can be told to reorganise. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { anvilBinary } from "../../../packages/adapters/chain-anvil/src/anvil-binary.ts";

export interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface Reply {
  readonly jsonrpc: "2.0";
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Chain {
  /** Asks the chain for all calls in one request. */
  ask(calls: readonly Call[]): Promise<readonly Reply[]>;
  close(): void;
}

/** Starts the chain: each transaction is mined at once. */
export async function openChain(chainId: number): Promise<Chain> {
  const flags = ["--port", "0", "--chain-id", String(chainId), "--accounts", "1"];
  const child = spawn(anvilBinary(), flags, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    createInterface(child.stdout).on("line", (line) => {
      const found = /Listening on (\S+)/.exec(line);
      if (found !== null) resolve(`http://${found[1]}`);
    });
    void once(child, "exit").then(() => reject(new Error("The chain ended before it listened.")));
  });
  return {
    ask: async (calls) => {
      const body = JSON.stringify(calls.map((call) => ({ jsonrpc: "2.0", ...call })));
      const headers = { "content-type": "application/json" };
      const answer = await fetch(url, { method: "POST", headers, body });
      return (await answer.json()) as readonly Reply[];
    },
    close: () => void child.kill(),
  };
}
