/** The server as a process of its own, run from its source. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { childVariables } from "../../../../test/support/child-variables.ts";
import { programWords } from "../../../../test/support/program-words.ts";
import { callsTo, type Calls } from "./calls.ts";

export interface ServerProcess extends Calls {
  /** Ends the process with a signal and resolves with its exit code and signal. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<{ code: number | null; signal: string | null }>;
}

/** Start options of the server; of this process's own settings only the path and the given ones reach it. */
export function serverProcess(variables: Readonly<Record<string, string>>): {
  file: string;
  args: string[];
  env: Record<string, string>;
} {
  const main = join(import.meta.dirname, "../../src/main.ts");
  return {
    file: process.execPath,
    args: [...programWords(main)],
    env: {
      ...childVariables(),
      DATA_PROVIDER: "simulated",
      LOG_LEVEL: "silent",
      WORKERS: "2",
      BACKTEST_PORT: "0",
      ...variables,
    },
  };
}

/** Resolves when the server has said where it is. */
export async function startServerProcess(
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const { file, args, env } = serverProcess(variables);
  const child = spawn(file, args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const { url } = await Promise.race([readiness(child), refusal(exited)]);
  return {
    ...callsTo(url),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

async function readiness(child: ChildProcess): Promise<{ url: string }> {
  const [message] = (await once(child, "message")) as [{ type: string; url: string }];
  return message;
}

async function refusal(exited: Promise<{ code: number | null }>): Promise<never> {
  const { code } = await exited;
  throw new Error(`The server ended with code ${code} before it was ready.`);
}
