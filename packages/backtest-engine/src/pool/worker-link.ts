/** The way from a pool to one worker, whether that is a thread or a process. */

import type { Transferable } from "node:worker_threads";

import type { TaskMessage, WorkerMessage } from "./protocol.ts";

/** Settings that a worker is started with. */
export interface LinkOptions {
  readonly module: URL;
  readonly memoryLimitMegabytes: number | undefined;
  readonly printsToErrors: boolean;
}

/** Events of a worker, told to its pool. */
export interface LinkEvents {
  readonly onMessage: (message: WorkerMessage) => void;
  /** Called with the reason for which the worker is about to end. */
  readonly onFault: (error: Error) => void;
  /** Called once, after everything else; `how` completes "it ended". */
  readonly onExit: (exit: {
    readonly how: string;
    readonly exitCode: number | undefined;
    readonly isOutOfMemory: boolean;
  }) => void;
}

/** One worker as its pool uses it. */
export interface WorkerLink {
  /** Sends a task. Throws when its input cannot be cloned. */
  post(message: TaskMessage, transfer: readonly Transferable[]): void;
  /** Lets the worker keep this process alive, or not. */
  hold(isHeld: boolean): void;
  /** Bytes that the worker uses; 0 where the worker watches over its memory itself. */
  bytes(): Promise<number>;
  terminate(): Promise<unknown>;
}

/** A TypeScript source is run as such, and resolves its workspace packages to their sources too. */
export function sourceFlags(module: URL): readonly string[] {
  if (!/\.m?ts$/u.test(module.pathname)) return [];
  return ["-C", "@bourse/source", "--disable-warning=ExperimentalWarning"];
}
