/** A log as this package writes it: any pino logger fits, and so does a collector of a test. */
export interface HttpLogger {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
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
