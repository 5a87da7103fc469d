/** Faults of a running process's disk, switched on and off from outside. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { onTestFinished } from "vitest";

/** Ends the fault. */
export type EndFault = () => Promise<void>;

export interface DiskFault {
  readonly name: string;
  /** The program that makes it. */
  readonly program: string;
  begin(pid: number, folder: string): Promise<EndFault>;
}

export const DISK_FAULTS: readonly DiskFault[] = [
  {
    name: "a disk whose writes fail with EIO",
    program: "strace",
    begin: (pid, folder) =>
      interfere(pid, folder, "pwrite64,pwritev,write,fsync,fdatasync:error=EIO"),
  },
  {
    name: "a disk that takes writes and fails to keep them (EIO of fsync)",
    program: "strace",
    begin: (pid, folder) => interfere(pid, folder, "fsync,fdatasync:error=EIO"),
  },
  {
    name: "a file size limit",
    program: "prlimit",
    begin: async (pid) => {
      limit(pid, "4096");
      return async () => limit(pid, "unlimited");
    },
  },
];

/** Has every forcing of the store's files to the disk take `milliseconds` longer. */
export function slowDown(pid: number, folder: string, milliseconds: number): Promise<EndFault> {
  return interfere(pid, folder, `fsync,fdatasync:delay_exit=${milliseconds * 1000}`);
}

/** Tells if `program` is installed; its absence is an error under continuous integration. */
export function isInstalled(program: string): boolean {
  const found = spawnSync(program, ["--version"]).status === 0;
  if (!found && process.env["CI"] !== undefined) {
    throw new Error(`${program} is not installed; continuous integration needs it.`);
  }
  return found;
}

/** Attaches strace, which changes the named system calls on the store's files, until it is told to let go. */
async function interfere(pid: number, folder: string, what: string): Promise<EndFault> {
  const calls = what.split(":")[0]!;
  // Only the store's own files: a process whose pipes fail ends, and rightly so.
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.db(-wal|-shm)?$/.test(name))
    .flatMap((name) => ["-P", join(folder, name)]);
  if (files.length === 0) throw new Error(`${folder} holds no store`);
  const child = spawn(
    "strace",
    ["-f", "-p", String(pid), "-o", "/dev/null", `--trace=${calls}`, `--inject=${what}`, ...files],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "exit");
  while (!said.includes("attached")) {
    const next = await Promise.race([once(child.stderr, "data"), ended]);
    if (child.exitCode !== null) throw new Error(`strace ended: ${said} ${String(next)}`);
  }
  return async () => {
    child.kill("SIGINT");
    await ended;
  };
}

function limit(pid: number, bytes: string): void {
  const done = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
  if (done.status !== 0) throw new Error(done.stderr.toString());
}
