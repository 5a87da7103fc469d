/** A NATS server for tests: the running one at NATS_URL, or one of our own where nats-server is installed. */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { childVariables } from "./child-variables.ts";

/** Reason why no NATS server can be had here; undefined where there is one. */
export const noNats: string | undefined =
  process.env["NATS_URL"] === undefined &&
  spawnSync("nats-server", ["--version"]).error !== undefined
    ? "nats-server is not installed, and NATS_URL names no running one"
    : undefined;

/** A server that a test may end and start again. */
export interface NatsServer {
  readonly url: string;
  /** Number of its process while it runs. */
  readonly pid: number | undefined;
  /** Folder of its messages. */
  readonly folder: string;
  /** Starts it again with the messages that it had. */
  start(): Promise<void>;
  /** Ends it at once, as a crash would, or in order with SIGINT. */
  kill(signal?: "SIGKILL" | "SIGINT"): Promise<void>;
  /** Stops it from running without ending it: connections stay open, and nobody answers. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it and deletes its messages. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of loopback. `args`: more arguments, such as `--user ann --pass secret`. `variables`:
 * those of its environment that its configuration names.
 */
export async function startNatsServer(
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-nats-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  async function start(): Promise<void> {
    const given = ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder, ...args];
    const started = spawn("nats-server", given, {
      env: { ...childVariables(), ...variables },
      stdio: ["ignore", "ignore", "pipe"],
    });
    child = started;
    let log = "";
    await new Promise<void>((resolve, reject) => {
      started.stderr?.on("data", (data: Buffer) => {
        log += String(data);
        if (log.includes("Server is ready")) resolve();
      });
      started.once("error", reject);
      started.once("exit", (code) => reject(new Error(`nats-server ended with ${code}: ${log}`)));
    });
  }
  async function kill(signal: "SIGKILL" | "SIGINT" = "SIGKILL"): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return child?.pid;
    },
    folder,
    start,
    kill,
    async pause() {
      child?.kill("SIGSTOP");
      const isStopped = async (): Promise<boolean> =>
        / T /u.test(await readFile(`/proc/${child?.pid}/stat`, "utf8"));
      while (!(await isStopped()));
    },
    resume: () => void child?.kill("SIGCONT"),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The server at NATS_URL, or one of our own, which `close` ends. */
export async function sharedNatsServer(): Promise<Pick<NatsServer, "url" | "close">> {
  const url = process.env["NATS_URL"];
  return url === undefined ? startNatsServer() : { url, close: () => Promise.resolve() };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
