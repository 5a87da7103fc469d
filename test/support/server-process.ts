/** A server as a process of its own, run from its source. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { onTestFinished } from "vitest";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface ServerProcess {
  readonly url: string;
  /** Everything that it has written so far. */
  output(): string;
  end(signal: "SIGKILL" | "SIGTERM"): Promise<Ended>;
}

export type Variables = Readonly<Record<string, string>>;

/**
 * Resolves when the server at `main` has said where it is; rejects with its output when it ends before. Its output is
 * read, unless `log` is an open file: then both streams go there.
 */
export async function startProcess(
  main: string,
  variables: Variables,
  log?: number,
): Promise<ServerProcess> {
  const { child, ended, output } = launch(main, [], variables, log);
  const refusal = ended.then((end) => {
    throw new Error(`The server ended with code ${end.code} before it was ready: ${end.output}`);
  });
  const [message] = (await Promise.race([once(child, "message"), refusal])) as [{ url: string }];
  refusal.catch(() => undefined);
  return {
    url: message.url,
    output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs the program at `main` with `words` to its end. */
export function runToItsEnd(
  main: string,
  words: readonly string[],
  variables: Variables,
): Promise<Ended> {
  return launch(main, words, variables).ended;
}

function launch(
  main: string,
  words: readonly string[],
  variables: Variables,
  log: number | "pipe" = "pipe",
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const flags = ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, main, ...words], {
    // Nothing of this process's own settings reaches it but the path and what is given.
    env: { PATH: process.env["PATH"] ?? "", ...variables },
    stdio: ["ignore", log, log, "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended, output: () => output };
}
