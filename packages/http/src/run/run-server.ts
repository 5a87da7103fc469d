/**
 * The life of a server process: read the environment, start, say where it is, end in good order.
 *
 * The one place that listens to `process`; everything below gets what it needs handed in.
 */

import { relative, resolve } from "node:path";
import { isatty } from "node:tty";

import { hasCode, isBourseError } from "@bourse/kernel";

import { changedSettings } from "../environment/changed-settings.ts";
import { describeEnvironment } from "../environment/describe-environment.ts";
import {
  readEnvironment,
  type EnvironmentOf,
  type EnvironmentShape,
} from "../environment/read-environment.ts";
import { unknownSentences } from "../environment/unknown-sentences.ts";
import { createLogger, type LogFormat, type LogLevel } from "../logging/create-logger.ts";
import type { HttpLogger } from "../logging/http-logger.ts";
import { wantsColour } from "../logging/wants-colour.ts";
import { announce } from "./announce.ts";
import { printLine } from "./print-line.ts";
import type { RunningServer } from "./running-server.ts";
import { startNote } from "./start-note.ts";
import { watchForTheEnd } from "./watch-for-the-end.ts";

/** Options of {@link runServer}. */
export interface RunServerOptions<Shape extends EnvironmentShape> {
  /** The service's name: `bourse-backtest`. */
  readonly name: string;
  /** Environment variables that the server reads, each with its rule. */
  readonly environment: Shape;
  /** The variables: `process.env`, which only a server reads. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /**
   * Prefixes of variables that only this server reads, such as `AUTH_`: others that begin so are told as unknown.
   * Default: none.
   */
  readonly prefixes?: readonly string[];
  /** Maps a log level to its name in the log. Default: `debug`, `info`, `warn`, `error`, `fatal`. */
  readonly nameLevel?: (level: string) => string;
  /** Opens everything and listens. What it rejects with ends the process with a sentence. */
  start(config: EnvironmentOf<Shape>, logger: HttpLogger): Promise<RunningServer>;
}

/**
 * Runs a server until it is told to end.
 *
 * Exit codes: 0 after SIGTERM, SIGINT or the launcher's going; 1 when the environment is bad (each variable is named
 * on standard error, and nothing was opened), when starting failed, or after an unhandled error (logged, then drained);
 * 130 at a second signal, at once. The log's first line holds the configuration in force, secrets masked; a warning for
 * each variable that is set and misspelt follows, by its name alone.
 *
 * At a terminal the log has warnings and errors alone until the server is ready: the screen that is printed then has
 * the settings that differ from their defaults.
 */
export async function runServer<const Shape extends EnvironmentShape>(
  options: RunServerOptions<Shape>,
): Promise<void> {
  const config = readOrExit(options);
  const { name, nameLevel } = options;
  const level = levelOf(config);
  let isStarting = hasScreen(config);
  const logger = createLogger({
    name,
    level: isStarting ? "warn" : level,
    rewrite: (line) => (isStarting ? startNote(line) : line),
    format: formatOf(config),
    colour: wantsColour(options.variables, isatty(process.stdout.fd)),
    ...(nameLevel === undefined ? {} : { nameLevel }),
  });
  const end = watchForTheEnd(logger);
  // Without a listener a fault of these two streams would be an unhandled error.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  logger.info({ config: describeEnvironment(options.environment, config) }, "starting");
  for (const sentence of unknownSentences(options)) logger.warn({}, sentence);
  try {
    const server = await options.start(config, logger);
    end.whenAsked(() => server.close());
    if (server.refresh !== undefined) process.on("SIGHUP", () => void server.refresh?.());
    announce(name, server, changedSettings(options.environment, config));
    isStarting = false;
    logger.level = level;
  } catch (error) {
    logger.debug({ err: error }, "start failed");
    exitWithSentence(options.name, error, config);
  }
}

function readOrExit<Shape extends EnvironmentShape>(
  options: RunServerOptions<Shape>,
): EnvironmentOf<Shape> {
  try {
    return readEnvironment(options.environment, options.variables);
  } catch (error) {
    return exitWithSentence(options.name, error);
  }
}

/** Synchronous to the end: what is written to standard error is out before the process is. */
function exitWithSentence(
  name: string,
  error: unknown,
  config: Readonly<Record<string, unknown>> = {},
): never {
  printLine(
    process.stderr.fd,
    `${name} did not start: ${sentenceOf(error)}${adviceOn(error, config)}`,
  );
  process.exit(1);
}

/** Our own errors are written for people; of any other the stack is all there is to go by. */
function sentenceOf(error: unknown): string {
  if (hasCode(error, "LIFECYCLE_START_FAILED")) {
    // The sentence names the part that did not start; its own error, innermost, names the reason.
    const reason = rootOf(error.cause);
    return reason === undefined ? error.message : `${error.message} Reason: ${reason.message}`;
  }
  if (isBourseError(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Names the variable that placed a folder which cannot be used. */
function adviceOn(error: unknown, config: Readonly<Record<string, unknown>>): string {
  const root = hasCode(error, "FOLDER_UNUSABLE") ? error : rootOf(error);
  const folder = config["DATA_DIR"];
  if (!hasCode(root, "FOLDER_UNUSABLE") || typeof folder !== "string") return "";
  const { path } = root.details as { readonly path: string };
  const isInside = !relative(resolve(folder), path).startsWith("..");
  return isInside
    ? ` DATA_DIR is ${folder}: set it to a folder that this user can make and write to.`
    : "";
}

function rootOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError) return rootOf(error.errors[0]) ?? error;
  return rootOf(error.cause) ?? error;
}

/** True where people read the start on a screen of its own: at a terminal, unless they asked for another log. */
function hasScreen(config: Readonly<Record<string, unknown>>): boolean {
  return isatty(process.stdout.fd) && formatOf(config) !== "json" && levelOf(config) === "info";
}

function formatOf(config: Readonly<Record<string, unknown>>): LogFormat {
  return (config["LOG_FORMAT"] as LogFormat | undefined) ?? "auto";
}

function levelOf(config: Readonly<Record<string, unknown>>): LogLevel {
  return (config["LOG_LEVEL"] as LogLevel | undefined) ?? "info";
}
