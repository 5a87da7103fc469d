/** Log of a library: any pino logger fits, and so does a collector of a test. */
export interface Logger {
  /** Writes a line at the level `debug`. */
  debug(details: object, message: string): void;
  /** Writes a line at the level `info`. */
  info(details: object, message: string): void;
  /** Writes a line at the level `warn`. */
  warn(details: object, message: string): void;
  /** Writes a line at the level `error`. */
  error(details: object, message: string): void;
}
