/**
 * One running anvil: started so that it cannot outlive us, spoken to by JSON-RPC over loopback.
 *
 * It never mines by itself: automatic mining leaves transactions waiting once they fill more than one block.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";

import { anvilBinary } from "./anvil-binary.ts";
import { DevelopmentChainError } from "./errors.ts";

export interface AnvilOptions {
  readonly chainId: number;
  /** Unix seconds of block 0: fixed, so that a replay gives the same hashes. */
  readonly genesisTimestamp: number;
  /** Anvil's own scratch folder. */
  readonly cacheDirectory: string;
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcReply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface AnvilProcess {
  /** Resolves when anvil has ended, by whatever cause. */
  readonly exited: Promise<void>;
  /** Replies in the order of the calls. @throws DevelopmentChainError CHAIN_UNAVAILABLE */
  batch(calls: readonly RpcCall[]): Promise<readonly RpcReply[]>;
  /** @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Ends it and waits for its end. Idempotent. */
  stop(): Promise<void>;
}

/**
 * The shell ends anvil when its standard input closes, which the system does for us however we end; and it ends
 * itself when anvil has ended.
 */
const LIFE_LINE =
  'exec 3<&0; "$0" "$@" </dev/null & p=$!; (cat <&3 >/dev/null; kill -9 $p 2>/dev/null) & c=$!; wait $p; kill $c 2>/dev/null';

const START_MILLISECONDS = 20_000;

/** A block holds far more than one batch of ours; the number is part of every block's hash. */
const BLOCK_GAS_LIMIT = 1_000_000_000;

/** Resolves once it listens. @throws DevelopmentChainError CHAIN_BINARY_MISSING, CHAIN_UNAVAILABLE */
export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const settings = {
    "--host": "127.0.0.1",
    "--port": "0",
    "--chain-id": String(options.chainId),
    "--timestamp": String(options.genesisTimestamp),
    "--gas-limit": String(BLOCK_GAS_LIMIT),
    "--order": "fifo",
    "--accounts": "1",
    "--balance": "1000000000",
    "--cache-path": options.cacheDirectory,
  };
  const child = spawnWithLifeLine(anvilBinary(), [
    ...Object.entries(settings).flat(),
    "--no-mining",
    "--no-cors",
    "--no-request-size-limit",
    // Without this it writes a whole state for each block, and never removes it.
    "--prune-history",
  ]);
  const exited = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    if (process.platform === "win32") child.kill();
    await exited;
  };
  try {
    // Everything is allowed at this address, so it is never told to anybody.
    const url = await listening(child, exited);
    const agent = new Agent({ keepAlive: true });
    void exited.then(() => agent.destroy());
    const batch: AnvilProcess["batch"] = (calls) => call(url, agent, calls);
    return {
      exited,
      stop,
      batch,
      request: async (method, params) => resultOf((await batch([{ method, params }]))[0]),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** On Windows there is no such shell: anvil is ended by `stop`, and can outlive a crash there. */
function spawnWithLifeLine(binary: string, args: readonly string[]): ChildProcess {
  if (process.platform === "win32") {
    return spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"] });
  }
  return spawn("/bin/sh", ["-c", LIFE_LINE, binary, ...args], { stdio: ["pipe", "pipe", "pipe"] });
}

function listening(child: ChildProcess, exited: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (): void => {
      clearTimeout(timer);
      reject(
        new DevelopmentChainError(
          "CHAIN_BINARY_MISSING",
          `Anvil did not start: ${said.trim().slice(-300) || "it said nothing"}. ` +
            `It needs a platform that its binary is made for; otherwise name a chain of your own by BLOCKCHAIN_URL.`,
        ),
      );
    };
    const timer = setTimeout(fail, START_MILLISECONDS);
    const hear = (part: Buffer): void => {
      if (said.length > 100_000) return;
      said += part.toString();
      const found = /Listening on (127\.0\.0\.1:\d+)/.exec(said);
      if (found === null) return;
      clearTimeout(timer);
      // From here on its chatter is read and forgotten: a full pipe would stop it.
      said = "x".repeat(100_001);
      resolve(`http://${found[1]}`);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void exited.then(fail);
  });
}

async function call(
  url: string,
  agent: Agent,
  calls: readonly RpcCall[],
): Promise<readonly RpcReply[]> {
  const bodies = calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
  try {
    return JSON.parse(await post(url, agent, JSON.stringify(bodies))) as RpcReply[];
  } catch (cause) {
    throw new DevelopmentChainError("CHAIN_UNAVAILABLE", "Anvil does not answer.", { cause });
  }
}

/** By node:http: a block is four of these, and `fetch` takes twice as long. */
function post(url: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const request = httpRequest(url, { method: "POST", agent, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.once("error", reject);
      response.once("end", () => resolve(Buffer.concat(pieces).toString("utf8")));
    });
    request.once("error", reject);
    request.end(body);
  });
}

/** @throws DevelopmentChainError CHAIN_REJECTED */
export function resultOf(reply: RpcReply | undefined): unknown {
  if (reply?.error === undefined) return reply?.result;
  const { code, message, data } = reply.error;
  throw new DevelopmentChainError("CHAIN_REJECTED", message, { details: { code, data } });
}
