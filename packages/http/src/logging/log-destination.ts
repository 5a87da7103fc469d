/**
 * A file descriptor as the end of a log. Writing never throws and never waits: a line that cannot be written is counted
 * and dropped, because a service must not stop for its log.
 */

import { writeSync } from "node:fs";

/** Lines that a log lost. */
export interface LostLines {
  /** Number of lines since the log was last writable. */
  readonly lost: number;
  /** Code of the last fault, such as `ENOSPC`. */
  readonly code: string;
}

/** End of a log. */
export interface LogDestination {
  /** Writes one line with its newline. */
  write(line: string): void;
  /** Tries once more to write the lines that wait for a slow reader. */
  flush(): void;
}

/** Options of {@link createLogDestination}. */
export interface LogDestinationOptions {
  /** Called with the first line that is written after lines were lost. */
  readonly onRecovered: (lost: LostLines) => void;
  /** Writes bytes to the descriptor and returns their number. Default: `writeSync` of node:fs. */
  readonly write?: (fd: number, bytes: Uint8Array) => number;
}

/** Bound of the lines that wait for a slow reader of a pipe that does not block. */
const MAX_WAITING_BYTES = 1_048_576;
const RETRY_MILLISECONDS = 50;

/** Creates the end of a log at a file descriptor. */
export function createLogDestination(fd: number, options: LogDestinationOptions): LogDestination {
  const write = options.write ?? writeSync;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let retry: NodeJS.Timeout | undefined;
  let lost = 0;
  let code = "";
  /** True when a line was cut off in the middle: the next one starts on a line of its own. */
  let isTorn = false;

  const drop = (fault: unknown): void => {
    lost += 1;
    code = (fault as NodeJS.ErrnoException | undefined)?.code ?? "UNKNOWN";
  };

  /** Writes one line. Returns false when the reader is slow: then the rest of the line waits. */
  const put = (line: Uint8Array): boolean => {
    let rest = isTorn ? Buffer.concat([Buffer.from("\n"), line]) : line;
    try {
      while (rest.length > 0) {
        rest = rest.subarray(write(fd, rest));
        isTorn = false;
      }
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
        keep(rest, true);
        return false;
      }
      isTorn ||= rest.length < line.length;
      drop(error);
      return true;
    }
  };

  const keep = (line: Uint8Array, isFirst = false): void => {
    if (!isFirst && waitingBytes + line.length > MAX_WAITING_BYTES) {
      drop({ code: "EAGAIN" });
      return;
    }
    waitingBytes += line.length;
    if (isFirst) waiting.unshift(line);
    else waiting.push(line);
    retry ??= setTimeout(flush, RETRY_MILLISECONDS).unref();
  };

  const flush = (): void => {
    clearTimeout(retry);
    retry = undefined;
    const lines = waiting;
    waiting = [];
    waitingBytes = 0;
    for (const [place, line] of lines.entries()) {
      if (put(line)) continue;
      for (const later of lines.slice(place + 1)) keep(later);
      return;
    }
  };

  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      if (waiting.length > 0) return keep(bytes);
      const before = lost;
      if (!put(bytes) || lost > before || lost === 0) return;
      lost = 0;
      options.onRecovered({ lost: before, code });
    },
    flush,
  };
}
