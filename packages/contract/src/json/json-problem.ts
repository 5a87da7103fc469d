/** A body that is no acceptable JSON; the binder gives it the status of an invalid body. */

export class JsonProblem extends Error {
  /** Name of the error class. */
  override readonly name: string = "JsonProblem";
}

export function jsonProblem(message: string, cause?: unknown): JsonProblem {
  return new JsonProblem(message, cause === undefined ? undefined : { cause });
}
