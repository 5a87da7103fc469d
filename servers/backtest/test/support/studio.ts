/** The studio's page, built anew, over a server of a test's own. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readEnvironment, type RunningServer } from "@bourse/http";
import { build } from "vite";
import { vi } from "vitest";

import { backtestEnvironment } from "../../src/environment.ts";
import { startBacktestServer } from "../../src/start.ts";

const app = fileURLToPath(new URL("../../../../apps/backtest-studio/", import.meta.url));

export interface Studio {
  readonly url: string;
  /** Sends the body of a job to `/api/PATH`, by default a backtest's, and waits for its end; its uuid. */
  readonly run: (body: object, path?: string) => Promise<string>;
  /** Ends the server and leaves its folder. */
  readonly stop: () => Promise<void>;
  /** Starts the server again at the same address, on the same data. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Builds the page into a folder of its own, as what is in dist is being read by others, and serves it. */
export async function openStudio(
  variables: Readonly<Record<string, string>> = {},
): Promise<Studio> {
  const folder = await mkdtemp(join(tmpdir(), "bourse-studio-"));
  const pageDirectory = join(folder, "page");
  await build({
    configFile: `${app}vite.config.ts`,
    root: `${app}page`,
    logLevel: "error",
    build: { outDir: pageDirectory, emptyOutDir: true },
  });
  const start = (port: string): Promise<RunningServer> => {
    const config = readEnvironment(backtestEnvironment, {
      BACKTEST_PORT: port,
      DATA_PROVIDER: "simulated",
      LOG_LEVEL: "silent",
      WORKERS: "2",
      ...variables,
      DATA_DIR: join(folder, "data"),
    });
    return startBacktestServer(config, undefined, { pageDirectory });
  };
  let server = await start("0");
  const { url } = server;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= server.close());
  return {
    url,
    run: (body, path = "backtests") => runJob(`${url}/api`, path, body),
    stop,
    restart: async () => {
      await stop();
      server = await start(new URL(url).port);
      stopped = undefined;
    },
    close: async () => {
      await stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function runJob(api: string, path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const { job_id: uuid } = (await (await fetch(`${api}/${path}`, init)).json()) as Sent;
  await vi.waitUntil(async () => {
    const { status, error } = (await (await fetch(`${api}/jobs/${uuid}`)).json()) as Read;
    if (status === "failed") throw new Error(`the job failed: ${error}`);
    return status === "completed";
  }, PATIENCE);
  return uuid;
}

const PATIENCE = { timeout: 60_000 };

interface Sent {
  readonly job_id: string;
}

interface Read {
  readonly status: string;
  readonly error: string | null;
}
