/** A body that is no acceptable JSON; the binder gives it the status of an invalid body. */

export class JsonProblem extends Error {
  /** Name of the error class. */
  override readonly name: string = "JsonProblem";
  /** Keys and indexes that lead to the value at fault; empty when the whole text is. */
  readonly path: readonly (string | number)[];

  constructor(
    message: string,
    path: readonly (string | number)[] = [],
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.path = path;
  }
}

export function jsonProblem(message: string, cause?: unknown): JsonProblem {
  return new JsonProblem(message, [], cause === undefined ? {} : { cause });
}
