/** A log that is kept. */

import type { HttpLogger } from "@bourse/http";

export interface Line {
  readonly level: string;
  readonly message: string;
  readonly details: object;
}

export function collectingLogger(): { readonly logger: HttpLogger; readonly lines: Line[] } {
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (details: object, message: string): void =>
      void lines.push({ level, message, details });
  const logger: HttpLogger = {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    fatal: at("fatal"),
  };
  return { logger, lines };
}
