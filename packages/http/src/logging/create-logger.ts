/** The servers' log: one JSON object a line, or a line for people at a terminal; secrets cut out. */

import { isatty } from "node:tty";

import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

import { humanLine } from "./human-line.ts";
import { createLogDestination, type LostLines } from "./log-destination.ts";

/** Lowest level that is written; `silent` writes nothing. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /** The service, in every line. */
  readonly name: string;
  /** Default `info`. */
  readonly level?: LogLevel;
  /** Maps a level to its name in the log. Default: unchanged, `info` stays `info`. */
  readonly nameLevel?: (level: string) => string;
  /**
   * Stream that JSON lines are written to. Default: standard output, written synchronously, with lines for people when
   * it is a terminal. A line that standard output does not take is dropped; the next one that it takes tells their
   * number.
   */
  readonly destination?: DestinationStream;
}

const STANDARD_OUTPUT = 1;

/** Fields that may hold a credential, wherever a caller of the log puts a request's headers or a whole config. */
const SECRET_FIELDS = ["authorization", "cookie", "set-cookie", "x-api-key", "API_KEYS"];
const PLACES = ["", "headers.", "req.headers.", "res.headers."];

/** A pino logger: times in ISO 8601, errors with their causes under `err`, credentials as `[redacted]`. */
export function createLogger(options: LoggerOptions): Logger {
  const logger: Logger = pino(
    {
      name: options.name,
      level: options.level ?? "info",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: options.nameLevel?.(label) ?? label }) },
      serializers: { err: stdSerializers.errWithCause },
      redact: { paths: redactedPaths(), censor: "[redacted]" },
    },
    options.destination ?? standardOutput((lost) => logger.warn(lost, "log lines lost")),
  );
  return logger;
}

function standardOutput(onRecovered: (lost: LostLines) => void): DestinationStream {
  const destination = createLogDestination(STANDARD_OUTPUT, { onRecovered });
  process.once("exit", () => destination.flush());
  if (!isatty(STANDARD_OUTPUT)) return destination;
  return { write: (line) => destination.write(humanLine(line)) };
}

function redactedPaths(): string[] {
  return PLACES.flatMap((place) =>
    SECRET_FIELDS.map((field) => {
      if (/^\w+$/.test(field)) return `${place}${field}`;
      return `${place.replace(/\.$/, "")}["${field}"]`;
    }),
  );
}
