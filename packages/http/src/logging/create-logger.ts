/** The servers' log: one JSON object a line, secrets cut out. */

import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

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
  /** Stream that lines are written to. Default: standard output, written synchronously. */
  readonly destination?: DestinationStream;
}

/** Fields that may hold a credential, wherever a caller of the log puts a request's headers or a whole config. */
const SECRET_FIELDS = ["authorization", "cookie", "set-cookie", "x-api-key", "API_KEYS"];
const PLACES = ["", "headers.", "req.headers.", "res.headers."];

/** A pino logger: times in ISO 8601, errors with their causes under `err`, credentials as `[redacted]`. */
export function createLogger(options: LoggerOptions): Logger {
  return pino(
    {
      name: options.name,
      level: options.level ?? "info",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: options.nameLevel?.(label) ?? label }) },
      serializers: { err: stdSerializers.errWithCause },
      redact: { paths: redactedPaths(), censor: "[redacted]" },
    },
    ...(options.destination === undefined ? [] : [options.destination]),
  );
}

function redactedPaths(): string[] {
  return PLACES.flatMap((place) =>
    SECRET_FIELDS.map((field) => {
      if (/^\w+$/.test(field)) return `${place}${field}`;
      return `${place.replace(/\.$/, "")}["${field}"]`;
    }),
  );
}
