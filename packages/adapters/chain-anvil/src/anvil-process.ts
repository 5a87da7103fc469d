/**
 * One anvil process, controlled by JSON-RPC over loopback; it ends when this process ends.
 *
 * Automatic mining is off, because it leaves transactions waiting once they fill more than one block.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { Agent, request as httpRequest } from "node:http";

import { anvilBinary } from "./anvil-binary.ts";
import { DevelopmentChainError } from "./errors.ts";

export interface AnvilOptions {
  readonly chainId: number;
  /** Timestamp of block 0 in Unix seconds; fixed, so that a replay gives the same hashes. */
  readonly genesisTimestamp: number;
  /** Folder for anvil's temporary files. */
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
  /** Resolves when anvil has ended for any reason. */
  readonly exited: Promise<void>;
  /**
   * Sends several calls in one request and returns the replies in the same order.
   *
   * @throws DevelopmentChainError CHAIN_UNAVAILABLE
   */
  batch(calls: readonly RpcCall[]): Promise<readonly RpcReply[]>;
  /** @throws DevelopmentChainError CHAIN_REJECTED, CHAIN_UNAVAILABLE */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  /** Stops anvil and waits for its exit. Idempotent. */
  stop(): Promise<void>;
}

/**
 * The shell kills anvil when its standard input closes, which the system does when this process ends in any way; and it
 * exits when anvil has ended.
 */
const LIFE_LINE =
  'exec 3<&0; "$0" "$@" </dev/null & p=$!; (cat <&3 >/dev/null; kill -9 $p 2>/dev/null) & c=$!; wait $p; kill $c 2>/dev/null';

const START_MILLISECONDS = 20_000;

/** Gas limit of a block, far above the gas of one batch; it is part of every block hash. */
const BLOCK_GAS_LIMIT = 1_000_000_000;

/** Number of blocks before the newest one whose state is kept in memory, for balances before and after a payment. */
const STATES_KEPT = 8;

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
    // Without this anvil writes its whole state for each block and never removes it.
    `--prune-history=${STATES_KEPT}`,
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
    // This address allows every method, so it is not published.
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

/**
 * Starts anvil behind the shell. Windows has no such shell: there only `stop` ends anvil, and it can outlive a crash.
 */
function spawnWithLifeLine(binary: string, args: readonly string[]): ChildProcess {
  if (process.platform === "win32") {
    return spawn(binary, args, { stdio: ["ignore", "pipe", "pipe"] });
  }
  // In a process group of its own: Ctrl-C on a terminal ends this process first, which then ends anvil in order.
  return spawn("/bin/sh", ["-c", LIFE_LINE, binary, ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
}

function listening(child: ChildProcess, exited: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (): void => {
      clearTimeout(timer);
      reject(
        new DevelopmentChainError(
          "CHAIN_BINARY_MISSING",
          `anvil did not start: ${said.trim().slice(-300) || "no output"}. ` +
            `If its binary does not fit this platform, set BLOCKCHAIN_URL to the URL of another chain.`,
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
      // Later output is read and dropped: a full pipe would block anvil.
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
    throw new DevelopmentChainError(
      "CHAIN_UNAVAILABLE",
      "anvil does not answer; the chain is restored from its journal with the next request.",
      { cause },
    );
  }
}

/** Posts one request with node:http, which takes half the time of `fetch`; a block needs four requests. */
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
