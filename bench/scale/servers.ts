/** Servers as processes of their own over one PostgreSQL and one NATS server, and the processor time that they take. */

import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPostgres, type TestPostgres } from "test-postgres";

import { childVariables } from "../../test/support/child-variables.ts";
import { startNatsServer, type NatsServer } from "../../test/support/nats-server.ts";

/** A server that runs. */
export interface Running {
  readonly url: string;
  /** Seconds of processor time that it has taken so far. */
  cpuSeconds(): number;
  /** Resident memory in bytes. */
  memory(): number;
  /** Ends it in order. */
  end(): Promise<void>;
}

/** PostgreSQL, NATS, and a folder for what the servers write. */
export interface Site {
  readonly postgres: TestPostgres;
  readonly nats: NatsServer;
  /** Folder of the site. */
  readonly folder: string;
  /** Starts `servers/<name>` with its data on this site. */
  start(name: string, variables?: Readonly<Record<string, string>>): Promise<Running>;
  /** Seconds of processor time that all processes of PostgreSQL, and that NATS, have taken so far. */
  postgresCpuSeconds(): number;
  natsCpuSeconds(): number;
  close(): Promise<void>;
}

/** Opens a site whose database forces every commit to the disk, as in production. */
export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-scale-"));
  const nats = await startNatsServer();
  const postgres = await startPostgres({ settings: ["fsync=on", "shared_buffers=512MB"] });
  const running = new Set<Running>();
  let count = 0;
  return {
    postgres,
    nats,
    folder,
    start: async (name, variables = {}) => {
      count += 1;
      const server = await startProgram(`servers/${name}/src/main.ts`, [], {
        STORE_URL: postgres.url(),
        BUS_URL: nats.url,
        DATA_DIR: join(folder, `${name}-${count}`),
        [`${name.toUpperCase()}_PORT`]: "0",
        LOG_LEVEL: "error",
        ...variables,
      });
      running.add(server);
      return {
        ...server,
        end: () => {
          running.delete(server);
          return server.end();
        },
      };
    },
    postgresCpuSeconds: () => treeCpuSeconds(pidOf("postgres", postgres.port)),
    natsCpuSeconds: () => treeCpuSeconds(pidOf("nats-server", Number(new URL(nats.url).port))),
    close: async () => {
      await Promise.all([...running].map((server) => server.end()));
      await Promise.all([postgres.stop(), nats.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program of the repository, which sends `{ url }` or `{ port }` once it listens. */
export async function startProgram(
  /** Path from the root of the repository. */
  file: string,
  words: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = fork(new URL(`../../${file}`, import.meta.url), words, {
    // What was built imports what was built.
    execArgv: file.endsWith(".ts")
      ? ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"]
      : [],
    env: { ...childVariables(), ...variables },
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${file} ended with code ${String(code)} before it was ready.`);
  });
  ended.catch(() => undefined);
  const [message] = (await Promise.race([once(child, "message"), ended])) as [
    { readonly url: string } | { readonly port: number },
  ];
  const url = "url" in message ? message.url : `http://127.0.0.1:${message.port}`;
  const pid = child.pid!;
  return {
    url,
    cpuSeconds: () => treeCpuSeconds(pid),
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readProc(pid, "status"))?.[1] ?? 0) * 1024,
    end: () => endOf(child),
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** Seconds of a clock tick in /proc, which is 1/100 on every Linux. */
const TICK = 0.01;

/** Processor time of a process with its children, those that have ended included. */
function treeCpuSeconds(pid: number): number {
  const all = processes().map((one) => ({ pid: one, fields: fieldsOf(one) }));
  const ticks = all
    .filter(({ pid: one, fields }) => one === pid || fields[1] === pid)
    .map(({ pid: one, fields }) => {
      // utime and stime; of the root also those of the children that it has waited for.
      const own = (fields[11] ?? 0) + (fields[12] ?? 0);
      return one === pid ? own + (fields[13] ?? 0) + (fields[14] ?? 0) : own;
    });
  return ticks.reduce((sum, one) => sum + one, 0) * TICK;
}

/** The oldest process of a program whose arguments name a port. */
function pidOf(program: string, port: number): number {
  const found = processes().find((pid) => {
    const words = readProc(pid, "cmdline").split("\0");
    return (words[0] ?? "").endsWith(program) && words.includes(String(port));
  });
  if (found === undefined) throw new Error(`No process of ${program} has the port ${port}.`);
  return found;
}

function processes(): readonly number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** The fields of proc_pid_stat(5) from the third one on, the state; the parent is at 1, utime at 11. */
function fieldsOf(pid: number): readonly number[] {
  const text = readProc(pid, "stat");
  return text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
}

/** Text of a file in /proc, empty once the process has ended. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
