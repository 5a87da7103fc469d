/** The backtest server as several processes over one PostgreSQL and one NATS server, any of which can be killed. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { LossyProxy } from "../../../../test/postgres/src/lossy-proxy.ts";
import { startPostgres, type TestPostgres } from "../../../../test/postgres/src/start-postgres.ts";
import { startNatsServer, type NatsServer } from "../../../../test/support/nats-server.ts";
import { serverProcess } from "./server-process.ts";

/** Settings of a NATS server of replicas. */
const NATS_SETTINGS = join(import.meta.dirname, "../../../../deploy/replicas/nats.conf");

const NATS_PASSWORD = "password-of-the-test";

/** One process of the cluster. A killed one is started again by its own `restart`. */
class Member {
  readonly role: string;
  readonly #variables: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #url: string | undefined;

  constructor(role: string, variables: Readonly<Record<string, string>>) {
    this.role = role;
    this.#variables = variables;
  }

  /** Address while it runs; undefined while it does not. */
  get url(): string | undefined {
    return this.#url;
  }

  /** Number of its process while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { file, args, env } = serverProcess({ ...this.#variables, ROLE: this.role });
    const child = spawn(file, args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    this.#child = child;
    const ready = once(child, "message") as Promise<[{ url: string }]>;
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${this.role} ended with ${String(code)} before it was ready`);
    });
    ended.catch(() => undefined);
    const [{ url }] = await Promise.race([ready, ended]);
    this.#url = url;
  }

  async end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null> {
    this.#url = undefined;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, "exit") as Promise<[number | null]>;
    child.kill(signal);
    return (await ended)[0];
  }

  /** Kills it and starts it again; tries until it starts, because its store may be away. */
  async crash(): Promise<void> {
    await this.end("SIGKILL");
    for (;;) {
      try {
        return await this.start();
      } catch {
        await this.end("SIGKILL");
      }
    }
  }
}

export interface Cluster {
  readonly members: readonly Member[];
  readonly postgres: TestPostgres;
  readonly nats: NatsServer;
  /** Address of the bus, with its login. */
  readonly busUrl: string;
  /** The network between the processes and the NATS server; null unless it was asked for. */
  readonly network: LossyProxy | null;
  /** Those of one role. */
  of(role: string): readonly Member[];
  /** Sends a request to a running process of the interface, to each in turn; undefined when it got no answer. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Answer | undefined>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

type Variables = Readonly<Record<string, string>>;

/**
 * Starts `roles`, one process for each word; with `nats: "away"` the NATS server is not there before its `start`, with
 * `nats: "behind a network"` it is reached through one that can be lost.
 */
export async function startCluster(
  roles: readonly string[],
  variables: Variables | ((role: string) => Variables) = {},
  options: { readonly nats?: "away" | "behind a network" } = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-cluster-"));
  const [postgres, nats] = await Promise.all([
    startPostgres(),
    startNatsServer(["-c", NATS_SETTINGS], { NATS_PASSWORD }),
  ]);
  if (options.nats === "away") await nats.kill();
  const network = options.nats === "behind a network" ? new LossyProxy() : null;
  const natsPort = Number(new URL(nats.url).port);
  const port = network === null ? natsPort : await network.listen(natsPort);
  const natsUrl = `nats://bourse:${NATS_PASSWORD}@127.0.0.1:${port}`;
  const members = roles.map(
    (role, at) =>
      new Member(role, {
        STORE_URL: postgres.url(),
        BUS_URL: natsUrl,
        DATA_DIR: join(folder, `${role}-${at}`),
        WORKERS: "1",
        ...(typeof variables === "function" ? variables(role) : variables),
      }),
  );
  // The first makes the tables.
  await members[0]?.start();
  await Promise.all(members.slice(1).map((member) => member.start()));
  let turn = 0;
  return {
    members,
    postgres,
    nats,
    busUrl: natsUrl,
    network,
    of: (role) => members.filter((member) => member.role === role),
    async call(method, path, body, key) {
      const apis = members.filter(({ role, url }) => role === "api" && url !== undefined);
      const url = apis[turn++ % Math.max(apis.length, 1)]?.url;
      if (url === undefined) return undefined;
      try {
        const answer = await fetch(`${url}/api${path}`, {
          method,
          headers: {
            ...(body !== undefined && { "content-type": "application/json" }),
            ...(key !== undefined && { "idempotency-key": key }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(30_000),
        });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      } catch {
        return undefined;
      }
    },
    async close() {
      await Promise.all(members.map((member) => member.end("SIGKILL")));
      await Promise.all([postgres.stop(), nats.close(), network?.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
