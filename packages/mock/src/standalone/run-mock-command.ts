/** The command `bourse-mock`: arguments, help, and a mock that is served until it is told to stop. */

import { once } from "node:events";

import { hasCode, isBourseError } from "@bourse/kernel";

import { readArguments, type MockArguments } from "./read-arguments.ts";
import { serveMock, type ServedMock } from "./serve-mock.ts";
import { USAGE } from "./usage.ts";

/** Exit code of the command: 0 stopped as asked, 1 could not serve, 2 called wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Surroundings of {@link runMockCommand}. */
export interface CommandSurroundings {
  /** Version of this package. */
  readonly version: string;
  /** Gets lines of output, without a newline at their end. */
  readonly print: (text: string) => void;
  /** Gets lines of errors, without a newline at their end. */
  readonly printError: (text: string) => void;
  /** Stops the mock when it is aborted. */
  readonly stop: AbortSignal;
}

/** Runs `bourse-mock` with its arguments; resolves when the mock has stopped. */
export async function runMockCommand(
  args: readonly string[],
  { version, print, printError, stop }: CommandSurroundings,
): Promise<ExitCode> {
  const given = readArguments(args);
  if (given === "help" || given === "version") {
    print(given === "help" ? USAGE : `bourse-mock ${version}`);
    return 0;
  }
  if (typeof given === "string") {
    printError(`bourse-mock: ${given}\n\n${USAGE}`);
    return 2;
  }
  const served = await open(given, printError);
  if (typeof served === "number") return served;
  for (const line of linesOf(given, served)) print(line);
  if (!stop.aborted) await once(stop, "abort");
  await served.close();
  return 0;
}

async function open(
  given: MockArguments,
  printError: (text: string) => void,
): Promise<ServedMock | ExitCode> {
  try {
    return await serveMock(given);
  } catch (error) {
    const sentence = sentenceOf(error, given);
    if (sentence === undefined) throw error;
    printError(`bourse-mock: ${sentence}`);
    return hasCode(error, "OPTION_INVALID") || hasCode(error, "SCENARIO_UNKNOWN") ? 2 : 1;
  }
}

/** Sentence for a failure that the caller can mend; undefined for any other. */
function sentenceOf(error: unknown, { service, port, host }: MockArguments): string | undefined {
  if (isBourseError(error)) return error.message;
  const { code, message = "" } = (error ?? {}) as { readonly code?: string; message?: string };
  if (code === "EADDRINUSE") {
    return `port ${port} or one after it is taken on ${host}; name another with --port, or 0 for any that is free.`;
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `it cannot listen on ${host}:${port} (${code}); name another address with --host or --port.`;
  }
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  if (code === "ERR_MODULE_NOT_FOUND" && missing !== undefined) {
    return `the mock of ${service} needs ${missing}, which is not installed; run: npm install --save-dev ${missing}`;
  }
  return undefined;
}

function linesOf({ service, scenario }: MockArguments, served: ServedMock): readonly string[] {
  const urls = Object.entries(served.urls);
  const [first] = Object.values(served.urls);
  return [
    ...urls.map(
      ([name, url]) => `${[service, ...(urls.length > 1 ? [name] : [])].join(" ")} ${url}`,
    ),
    `control ${first ?? ""}/__mock`,
    ...(scenario === undefined
      ? []
      : [`scenario ${scenario} ${JSON.stringify(served.handedOut ?? {})}`]),
    "ready",
  ];
}
