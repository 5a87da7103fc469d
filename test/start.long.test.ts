/** The first thing a newcomer does: `npm start`, one request, Ctrl-C. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { freePorts } from "./support/free-ports.ts";
import { nodeVariables } from "./support/node-variables.ts";
import { root } from "./support/workspace.ts";

/** The first start builds what has changed. */
const START_DEADLINE_MILLISECONDS = 120_000;
const JOB_DEADLINE_MILLISECONDS = 5_000;

interface Job {
  readonly status: string;
  readonly result: { readonly source: string; readonly total_trades: number } | null;
  readonly error: string | null;
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "bourse-start-"));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

describe("npm start", () => {
  test(
    "prints one screen, completes an empty backtest within 5 s and stops cleanly on SIGTERM",
    { timeout: START_DEADLINE_MILLISECONDS + 20_000 },
    async () => {
      const launcher = start(["backtest"], { BACKTEST_PORT: "0", DATA_DIR: directory });
      try {
        const url = await launcher.urlOnScreen();
        for (const line of launcher.screen()) expect(line.length, line).toBeLessThanOrEqual(80);
        const dispatched = await post(`${url}/api/backtests`, {});
        expect(dispatched["status"]).toBe("running");
        const job = await completed(`${url}/api/jobs/${String(dispatched["job_id"])}`);
        expect(job).toMatchObject({ status: "completed", error: null });
        expect(job.result?.total_trades).toBeTypeOf("number");
      } finally {
        launcher.child.kill("SIGTERM");
      }
      expect(await launcher.exitCode, launcher.output()).toBe(0);
    },
  );

  test.skipIf(process.platform !== "linux")(
    "says at a terminal in 25 lines of 80 columns what runs, and stops at Ctrl-C",
    { timeout: START_DEADLINE_MILLISECONDS },
    async () => {
      const child = spawn(
        "script",
        ["-qec", "stty cols 80; npm start -- auth backtest", "/dev/null"],
        {
          cwd: root,
          env: { ...process.env, AUTH_PORT: "0", BACKTEST_PORT: "0", DATA_DIR: directory },
          stdio: ["pipe", "pipe", "pipe"],
        },
      );
      const launcher = new Launcher(child);
      const url = await launcher.urlOnScreen();
      const lines = stripVTControlCharacters(launcher.output()).split("\n");
      expect(lines.length, launcher.output()).toBeLessThanOrEqual(25);
      for (const line of lines) expect(line.trimEnd().length, line).toBeLessThanOrEqual(80);
      expect(launcher.output()).toContain("! auth: master key created");
      child.stdin.write("\u0003");
      await launcher.streamsEnded;
      await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
    },
  );

  test.skipIf(process.platform === "win32").each(["SIGTERM", "SIGKILL"] as const)(
    "%s to the npm process alone ends the launcher and its servers",
    { timeout: START_DEADLINE_MILLISECONDS + 20_000 },
    async (signal) => {
      const settings = { BACKTEST_PORT: "0", DATA_DIR: directory };
      const launcher = start(["--", "backtest"], settings, ["npm", "start"]);
      const url = await launcher.urlOnScreen();
      launcher.child.kill(signal);
      // The streams end when the last process that writes to them has.
      await launcher.streamsEnded;
      await expect(fetch(`${url}/livez`)).rejects.toThrow("fetch failed");
    },
  );

  test(
    "names every wrong variable and ends with exit code 1",
    { timeout: START_DEADLINE_MILLISECONDS },
    async () => {
      const launcher = start(["backtest"], {
        BACKTEST_PORT: "eighty",
        LOG_LEVEL: "shout",
        DATA_DIR: directory,
      });
      expect(await launcher.exitCode).toBe(1);
      expect(launcher.output()).toContain("BACKTEST_PORT");
      expect(launcher.output()).toContain("LOG_LEVEL");
    },
  );

  test(
    "starts three nodes that know each other on one chain, and stops them all",
    { timeout: 2 * START_DEADLINE_MILLISECONDS },
    async () => {
      // The ports of the three lie ten apart.
      const first = await freePorts(24);
      const variables = { ...(await nodeVariables(first)), DATA_DIR: directory };
      const launcher = start(["node", "--peers", "3"], variables);
      try {
        await launcher.urlOnScreen("node 3");
        const peers = async (): Promise<unknown> => {
          const url = `http://127.0.0.1:${first + 1}/network/peers?healthy=true`;
          return ((await (await fetch(url)).json()) as { readonly count: unknown }).count;
        };
        await expect.poll(peers, { timeout: 10_000 }).toBe(2);
      } finally {
        launcher.child.kill("SIGTERM");
      }
      expect(await launcher.exitCode, launcher.output()).toBe(0);
    },
  );

  test.each(["0", "eleven", "11"])(
    "refuses --peers %s before anything is built",
    { timeout: 10_000 },
    async (count) => {
      const launcher = start(["node", "--peers", count], {});
      expect(await launcher.exitCode).toBe(1);
      expect(launcher.output()).toContain("a number from 1 to 10");
    },
  );

  test("refuses a service that does not exist", { timeout: 10_000 }, async () => {
    const launcher = start(["bakctest"], {});
    expect(await launcher.exitCode).toBe(1);
    expect(launcher.output()).toContain("backtest");
  });
});

function start(
  args: string[],
  environment: Record<string, string>,
  [program, ...words]: [string, ...string[]] = [process.execPath, join(root, "scripts/start.mjs")],
): Launcher {
  const child = spawn(program, [...words, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Launcher(child);
}

class Launcher {
  readonly child: ChildProcess;
  readonly exitCode: Promise<number | null>;
  readonly streamsEnded: Promise<void>;
  readonly #screen: Promise<void>;
  #text = "";

  constructor(child: ChildProcess) {
    this.child = child;
    this.exitCode = new Promise((resolve) => child.once("exit", resolve));
    this.streamsEnded = new Promise((resolve) => child.once("close", () => resolve()));
    this.#screen = new Promise((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        this.#text += chunk.toString();
        if (this.#text.includes("Ctrl-C")) resolve();
      };
      child.stdout?.on("data", read);
      child.stderr?.on("data", read);
      child.once("exit", () => reject(new Error(`ended before the screen:\n${this.#text}`)));
    });
    this.#screen.catch(() => undefined);
  }

  async urlOnScreen(service = "backtest"): Promise<string> {
    await this.#screen;
    const url = new RegExp(`^${service}\\s+(http:\\/\\/\\S+)`, "m").exec(this.#text)?.[1];
    if (url === undefined) throw new Error(`${service} is not on the screen:\n${this.#text}`);
    return url;
  }

  /** Lines from the first one of the screen on. */
  screen(): readonly string[] {
    return this.#text.slice(this.#text.indexOf("Bourse runs.")).split("\n");
  }

  output(): string {
    return this.#text;
  }
}

async function post(url: string, body: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

/** The job once it has ended, or as it stands at the deadline. */
async function completed(url: string): Promise<Job> {
  const end = performance.now() + JOB_DEADLINE_MILLISECONDS;
  for (;;) {
    const job = (await (await fetch(url)).json()) as Job;
    if (job.status !== "running" && job.status !== "pending") return job;
    if (performance.now() > end) return job;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
