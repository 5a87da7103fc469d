/** Messages between a pool and its workers: structured clones over a worker's port. */

import { BourseError, isBourseError } from "@bourse/kernel";

import { PoolError } from "./pool-error.ts";

/** The order to run a task. */
export interface TaskMessage {
  readonly task: string;
  readonly input: unknown;
}

/** An answer of a worker. It runs one task at a time, so no answer names its task. */
export type WorkerMessage =
  | { readonly kind: "progress"; readonly value: unknown }
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The first message of a process: it has loaded what it runs. */
  | { readonly kind: "ready" }
  /** The last message of a process that is about to end. */
  | { readonly kind: "crashed"; readonly reason: string };

/** An error as it crosses threads: a clone would lose its class, its code and its brand. */
export interface Failure {
  /** Code of a Bourse error; null for any other error. */
  readonly code: string | null;
  readonly message: string;
  readonly stack: string | undefined;
  /** Details of a Bourse error, which hold no secret; those that cannot be cloned are left out. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** True for an answer: the code that a process runs could send anything. */
export function isWorkerMessage(given: unknown): given is WorkerMessage {
  const { kind, failure, reason } = (given ?? {}) as Record<string, unknown>;
  if (kind === "failed") return typeof (failure as Partial<Failure> | null)?.message === "string";
  if (kind === "crashed") return typeof reason === "string";
  return kind === "progress" || kind === "done" || kind === "ready";
}

/** Packs an error into a message. */
export function failureOf(error: unknown): Failure {
  const stack = error instanceof Error ? error.stack : undefined;
  if (!isBourseError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: null, message, stack, details: {} };
  }
  return { code: error.code, message: error.message, stack, details: cloneable(error.details) };
}

/**
 * Unpacks the error for the caller of `run`: a Bourse error with its own code, any other as the cause of
 * POOL_TASK_FAILED.
 */
export function errorOf(task: string, failure: Failure): BourseError {
  const { code, message, stack, details } = failure;
  if (code !== null) return withStack(new BourseError(code, message, { details }), stack);
  return new PoolError("POOL_TASK_FAILED", `Task "${task}" failed; its cause says why.`, {
    details: { task },
    cause: withStack(new Error(message), stack),
  });
}

function withStack<E extends Error>(error: E, stack: string | undefined): E {
  if (stack !== undefined) error.stack = stack;
  return error;
}

function cloneable(details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  try {
    return structuredClone(details);
  } catch {
    return {};
  }
}
