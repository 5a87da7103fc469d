/** A log as this package writes it: any pino logger fits, and so does a collector of a test. */
export interface HttpLogger {
  /** Writes a line at the level `debug`. */
  debug(details: object, message: string): void;
  /** Writes a line at the level `info`. */
  info(details: object, message: string): void;
  /** Writes a line at the level `warn`. */
  warn(details: object, message: string): void;
  /** Writes a line at the level `error`. */
  error(details: object, message: string): void;
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
