/** The operations of a document that are called. */

import { KernelError } from "@bourse/kernel";

import { checkExcept } from "../suite-options.ts";
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
 * @throws KernelError OPTION_INVALID when none is left, or `except` names one that does not exist
 */
export function operationsOf(
  owner: string,
  { paths }: FuzzDocument,
  except: Readonly<Record<string, string>>,
): readonly Place[] {
  const all = Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ method, template, operation: operation as Operation })),
  );
  checkExcept(
    owner,
    except,
    all.map(({ operation }) => operation.operationId),
  );
  const called = all.filter(({ operation }) => !Object.hasOwn(except, operation.operationId));
  if (called.length === 0) {
    const message = `${owner}: the document has no operation to call.`;
    throw new KernelError("OPTION_INVALID", message, { details: { owner, option: "document" } });
  }
  return called;
}
