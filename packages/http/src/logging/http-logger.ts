import type { Logger } from "@bourse/kernel";

/** A log as this package writes it: any pino logger fits, and so does a collector of a test. */
export interface HttpLogger extends Logger {
  /** Writes a line at the level `fatal`. */
  fatal(details: object, message: string): void;
  /** Absent: every level is on. */
  isLevelEnabled?(level: "debug" | "info"): boolean;
}

const nothing = (): void => {};

/** Writes nothing. */
export const silentLogger: HttpLogger = Object.freeze({
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isLevelEnabled: () => false,
});
