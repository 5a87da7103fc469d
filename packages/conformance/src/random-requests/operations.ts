/** The operations of a document that are called. */

import type { FuzzDocument, Operation } from "./json-schema.ts";

/** An operation with its place in the document. */
export interface Place {
  readonly method: string;
  readonly template: string;
  readonly operation: Operation;
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

/**
 * The operations without those of `except`, which are named by operation id.
 *
 * @throws Error when none is left, or `except` names one that does not exist
 */
export function operationsOf(
  { paths }: FuzzDocument,
  except: Readonly<Record<string, string>>,
): readonly Place[] {
  const all = Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ method, template, operation: operation as Operation })),
  );
  for (const id of Object.keys(except)) {
    if (all.every(({ operation }) => operation.operationId !== id)) {
      throw new Error(`"${id}" is no operation of the document`);
    }
  }
  const called = all.filter(({ operation }) => !Object.hasOwn(except, operation.operationId));
  if (called.length === 0) throw new Error("the document has no operation to call");
  return called;
}
