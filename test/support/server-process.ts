/** A server as a process of its own, run from its source. */

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { childVariables } from "./child-variables.ts";
import { programWords } from "./program-words.ts";
import { root } from "./workspace.ts";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** Standard output and standard error. */
  readonly output: string;
}

export interface ServerProcess {
  readonly url: string;
  /** Sockets that other machines can reach, as it names them when it is ready. */
  readonly network: readonly string[];
  /** Number of the server's process. */
  readonly pid: number;
  /** Everything that it has written so far. */
  output(): string;
  end(signal: "SIGKILL" | "SIGTERM"): Promise<Ended>;
}

export type Variables = Readonly<Record<string, string>>;

/**
 * Resolves when the server at `main` has said where it is; rejects with its output when it ends before. Its output is
 * read, unless `log` is an open file: then both streams go there. `descriptors` is the most files that it may have
 * open, `words` are its command line.
 */
export async function startProcess(
  main: string,
  variables: Variables,
  log?: number | { readonly descriptors: number },
  words: readonly string[] = [],
): Promise<ServerProcess> {
  const limit = typeof log === "object" ? log.descriptors : undefined;
  const { child, ended, output } = launch(
    main,
    words,
    variables,
    typeof log === "object" ? "pipe" : log,
    limit,
  );
  const refusal = ended.then((end) => {
    throw new Error(`The server ended with code ${end.code} before it was ready: ${end.output}`);
  });
  const [message] = (await Promise.race([once(child, "message"), refusal])) as [
    Pick<ServerProcess, "url" | "network">,
  ];
  refusal.catch(() => undefined);
  return {
    url: message.url,
    network: message.network,
    pid: child.pid!,
    output,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a command of `bourse` to its end. */
export function runBourseProcess(words: readonly string[], variables: Variables): Promise<Ended> {
  return runToItsEnd(BOURSE, words, variables);
}

/** The program `bourse`. */
export const BOURSE: string = join(root, "packages/cli/src/main.ts");

/** Runs the program at `main` with `words` to its end. */
export function runToItsEnd(
  main: string,
  words: readonly string[],
  variables: Variables,
): Promise<Ended> {
  return launch(main, words, variables).ended;
}

/** Starts the program at `main` with `words`; `kill` ends it at once. */
export function startProgram(
  main: string,
  words: readonly string[],
  variables: Variables,
): { readonly ended: Promise<Ended>; kill(): void } {
  const { child, ended } = launch(main, words, variables);
  return { ended, kill: () => void child.kill("SIGKILL") };
}

function launch(
  main: string,
  words: readonly string[],
  variables: Variables,
  log: number | "pipe" = "pipe",
  descriptors?: number,
): { child: ChildProcess; ended: Promise<Ended>; output: () => string } {
  const command = [process.execPath, ...programWords(main), ...words];
  // The shell replaces itself, so signals and messages reach the server.
  const limited = ["sh", "-c", `ulimit -n ${descriptors}; exec "$@"`, "sh", ...command];
  const [program = "", ...rest] = descriptors === undefined ? command : limited;
  const child = spawn(program, rest, {
    env: { ...childVariables(), ...variables },
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
