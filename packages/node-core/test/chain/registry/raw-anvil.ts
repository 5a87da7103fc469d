/** An anvil of the test's own, past the development chain: it takes unsigned calls of any account, at no price. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { onTestFinished } from "vitest";

export interface RawAnvil {
  /** Sends the calls in one request; rejects with the first error unless `errors` are wanted as replies. */
  batch(calls: readonly RpcCall[]): Promise<readonly Reply[]>;
  request<Result>(method: string, ...params: readonly unknown[]): Promise<Result>;
}

export type RpcCall = readonly [method: string, ...params: unknown[]];

export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: unknown };
}

const FLAGS = [
  ["--port", "0"],
  ["--accounts", "1"],
  ["--order", "fifo"],
  ["--gas-limit", "30000000000"],
  ["--block-base-fee-per-gas", "0"],
  ["--gas-price", "0"],
  ["--transaction-block-keeper", "8"],
  ["--timestamp", "1700000000"],
].flat();
const SWITCHES = [
  "--no-mining",
  "--auto-impersonate",
  "--disable-min-priority-fee",
  "--no-request-size-limit",
  "--prune-history",
];

export async function startRawAnvil(): Promise<RawAnvil> {
  const adapter = createRequire(import.meta.url).resolve("@bourse/chain-anvil/package.json");
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const manifest = createRequire(adapter).resolve(
    `@foundry-rs/anvil-${process.platform}-${arch}/package.json`,
  );
  const child = spawn(join(dirname(manifest), "bin/anvil"), [...FLAGS, ...SWITCHES], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  let url: string | undefined;
  while (url === undefined) {
    const [part] = (await once(child.stdout, "data")) as [Buffer];
    said += part.toString();
    const found = /Listening on (\S+)/.exec(said);
    if (found !== null) url = `http://${found[1]}`;
  }
  child.stdout.resume();
  const endpoint = url;
  const batch: RawAnvil["batch"] = async (calls) => {
    if (calls.length === 0) return [];
    const body = calls.map(([method, ...params], id) => ({ jsonrpc: "2.0", id, method, params }));
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as Reply[]).toSorted((left, right) => left.id - right.id);
  };
  return {
    batch,
    request: async <Result>(method: string, ...params: readonly unknown[]) =>
      resultOf<Result>((await batch([[method, ...params]]))[0]!),
  };
}

/** Throws the error of a reply. */
export function resultOf<Result>({ result, error }: Reply): Result {
  if (error !== undefined) throw new Error(error.message);
  return result as Result;
}
