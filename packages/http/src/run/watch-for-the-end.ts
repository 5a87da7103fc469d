/** Signals, the launcher's going, and errors that nobody handled: all end the process in the same order. */

import type { HttpLogger } from "../logging/http-logger.ts";

export interface End {
  /** Sets what to do when the end is asked for; at once when it was asked for already. */
  whenAsked(close: () => Promise<void>): void;
}

/** Exit code of a process that a second signal ends: 128 + SIGINT. */
const INTERRUPTED = 130;
const HOLD_MILLISECONDS = 60_000;

/** Watches from now on, also while the server is still starting. */
export function watchForTheEnd(logger: HttpLogger): End {
  let asked = false;
  let exitCode = 0;
  let close: (() => Promise<void>) | undefined;

  const finish = async (): Promise<never> => {
    // Until the exit below nothing else may hold the process: not every step of closing has a timer or a socket.
    setInterval(() => {}, HOLD_MILLISECONDS);
    try {
      await close?.();
    } catch (error) {
      logger.fatal({ err: error }, "closing failed");
      process.exit(1);
    }
    process.exit(exitCode);
  };

  const ask = (reason: string): void => {
    if (asked) return;
    asked = true;
    logger.info({ reason }, "ending");
    // Without a server yet there is nothing to close; `whenAsked` goes on once the start under way is through.
    if (close !== undefined) void finish();
  };

  const onSignal = (signal: string): void => {
    if (asked) process.exit(INTERRUPTED);
    ask(signal);
  };
  const onFatal = (error: unknown): void => {
    logger.fatal({ err: error }, "an error that nobody handled");
    exitCode = 1;
    ask("unhandled error");
  };

  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  process.on("unhandledRejection", onFatal);
  process.on("uncaughtException", onFatal);
  process.on("disconnect", () => ask("launcher gone"));

  return {
    whenAsked(closeServer) {
      close = closeServer;
      if (asked) void finish();
    },
  };
}
