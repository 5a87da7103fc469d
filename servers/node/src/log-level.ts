/** The log's levels by the names of seed 002: DEBUG, INFO, WARNING, ERROR. */

import type { LogLevel, Variable } from "@bourse/http";
import * as z from "zod";

const NAMES: Readonly<Record<string, LogLevel>> = {
  DEBUG: "debug",
  INFO: "info",
  WARNING: "warn",
  ERROR: "error",
  SILENT: "silent",
};

/** One of the names, in any case; `warn` is WARNING. */
export function logLevelVariable(fallback: LogLevel): Variable<LogLevel> {
  const expected = `one of ${Object.keys(NAMES).join(", ")}`;
  return z
    .string()
    .optional()
    .transform((text, context): LogLevel => {
      if (text === undefined) return fallback;
      const name = text.toUpperCase();
      const level = NAMES[name === "WARN" ? "WARNING" : name];
      if (level !== undefined) return level;
      context.issues.push({ code: "custom", message: expected, input: text });
      return z.NEVER;
    });
}

/** What a line says; what ends the process is an ERROR too. */
export function nameLevel(level: string): string {
  if (level === "warn") return "WARNING";
  return level === "fatal" ? "ERROR" : level.toUpperCase();
}
