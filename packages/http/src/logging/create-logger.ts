/** The servers' log: one JSON object a line, or a line for people at a terminal; secrets cut out. */

import { isatty } from "node:tty";

import {
  booleanOption,
  choiceOption,
  functionOption,
  optional,
  portOption,
  resolveOptions,
  textOption,
  type OptionRules,
} from "@bourse/kernel";
import { pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from "pino";

import { escapeJsonLine } from "./escape-controls.ts";
import { humanLine } from "./human-line.ts";
import { createLogDestination, type LostLines } from "./log-destination.ts";

/** Lowest level that is written; `silent` writes nothing. */
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** Form of the log's lines; `auto` is `pretty` on a terminal and `json` elsewhere. */
export type LogFormat = "auto" | "json" | "pretty";

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  /** The service, in every line. */
  readonly name: string;
  /** Default `info`. */
  readonly level?: LogLevel;
  /** Maps a level to its name in the log. Default: unchanged, `info` stays `info`. */
  readonly nameLevel?: (level: string) => string;
  /** Form of the lines. Default `auto`. */
  readonly format?: LogFormat;
  /** Changes each line for people before it is written. Default: unchanged. */
  readonly rewrite?: (line: string) => string;
  /** True for colours in lines for people. Default false. */
  readonly colour?: boolean;
  /**
   * Stream that the lines are written to. Default: standard output, written synchronously. A line that standard output
   * does not take is dropped; the next one that it takes tells their number.
   */
  readonly destination?: DestinationStream;
}

const STANDARD_OUTPUT = 1;

/** Fields that may hold a credential, wherever a caller of the log puts a request's headers or a whole config. */
const SECRET_FIELDS = ["authorization", "cookie", "set-cookie", "x-api-key", "API_KEYS"];
const PLACES = ["", "headers.", "req.headers.", "res.headers."];

type ResolvedOptions = {
  readonly [Name in keyof Required<LoggerOptions>]: LoggerOptions[Name];
};

const RULES: OptionRules<ResolvedOptions> = {
  name: textOption(),
  level: optional(
    choiceOption(["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const),
  ),
  nameLevel: optional(functionOption<(level: string) => string>()),
  format: optional(choiceOption(["auto", "json", "pretty"] as const)),
  rewrite: optional(functionOption<(line: string) => string>()),
  colour: optional(booleanOption()),
  destination: optional(portOption<DestinationStream>(["write"])),
};

/**
 * A pino logger: times in ISO 8601, errors with their causes under `err`, credentials as `[redacted]`.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createLogger(given: LoggerOptions): Logger {
  const options = resolveOptions<ResolvedOptions>("createLogger", given, RULES);
  const logger: Logger = pino(
    {
      name: options.name,
      level: options.level ?? "info",
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: options.nameLevel?.(label) ?? label }) },
      serializers: { err: stdSerializers.errWithCause },
      redact: { paths: redactedPaths(), censor: "[redacted]" },
    },
    formatted(
      options.destination ?? standardOutput((lost) => logger.warn(lost, "log lines lost")),
      options,
    ),
  );
  return logger;
}

function standardOutput(onRecovered: (lost: LostLines) => void): DestinationStream {
  const destination = createLogDestination(STANDARD_OUTPUT, { onRecovered });
  process.once("exit", () => destination.flush());
  return destination;
}

/** The destination with lines in the chosen form, free of control characters. */
function formatted(
  destination: DestinationStream,
  { format = "auto", colour, rewrite = (line) => line, destination: given }: ResolvedOptions,
): DestinationStream {
  const isTerminal = given === undefined && isatty(STANDARD_OUTPUT);
  const isPretty = format === "pretty" || (format === "auto" && isTerminal);
  const form = isPretty ? (line: string) => rewrite(humanLine(line, colour)) : escapeJsonLine;
  return { write: (line) => destination.write(form(line)) };
}

function redactedPaths(): string[] {
  return PLACES.flatMap((place) =>
    SECRET_FIELDS.map((field) => {
      if (/^\w+$/.test(field)) return `${place}${field}`;
      return `${place.replace(/\.$/, "")}["${field}"]`;
    }),
  );
}
