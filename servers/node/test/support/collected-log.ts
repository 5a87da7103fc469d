/** A log that a test can read: the real one, every level, into memory. */

import { createLogger, type HttpLogger } from "@bourse/http";

export interface CollectedLog {
  readonly logger: HttpLogger;
  /** Everything that was written, one JSON object a line. */
  text(): string;
}

export function collectLog(): CollectedLog {
  let text = "";
  const destination = { write: (line: string) => void (text += line) };
  const logger = createLogger({ name: "test", level: "trace", destination });
  return { logger, text: () => text };
}
