/** What the pool and its workers say to each other: structured clones over a worker's port. */

import { BourseError, isBourseError } from "../errors.ts";
import { KernelError } from "../kernel-error.ts";

export interface TaskMessage {
  readonly task: string;
  readonly input: unknown;
}

/** One task at a time, so no answer needs to name its task. */
export type WorkerMessage =
  | { readonly kind: "progress"; readonly value: unknown }
  | { readonly kind: "done"; readonly result: unknown }
  | { readonly kind: "failed"; readonly failure: Failure };

/** An error as it crosses threads: a clone would lose its class, its code and its brand. */
export interface Failure {
  /** Null for an error that is not ours. */
  readonly code: string | null;
  readonly message: string;
  readonly stack: string | undefined;
  /** Ours are documented to hold nothing secret; what can't be cloned is left out. */
  readonly details: Readonly<Record<string, unknown>>;
}

export function failureOf(error: unknown): Failure {
  const stack = error instanceof Error ? error.stack : undefined;
  if (!isBourseError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return { code: null, message, stack, details: {} };
  }
  return { code: error.code, message: error.message, stack, details: cloneable(error.details) };
}

/** The error for whoever ran the task: ours with its own code, any other as the cause of POOL_TASK_FAILED. */
export function errorOf(task: string, failure: Failure): BourseError {
  const { code, message, stack, details } = failure;
  if (code !== null) return withStack(new BourseError(code, message, { details }), stack);
  return new KernelError("POOL_TASK_FAILED", `Task "${task}" failed; its cause says why.`, {
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
