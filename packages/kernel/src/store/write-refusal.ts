import type { WriteOutcome } from "./backend.ts";
import { StoreError } from "./errors.ts";
import type { Collection, Entity } from "./port.ts";

/** The error of a write that was not done. For authors of engines. */
export function writeRefusal(
  collection: Collection<Entity>,
  id: string,
  outcome: Exclude<WriteOutcome, { readonly done: true }>,
  expectedVersion: number | undefined,
): StoreError {
  const { name } = collection;
  if ("duplicate" in outcome) {
    const index = outcome.duplicate;
    return new StoreError(
      "STORE_DUPLICATE",
      index === "id"
        ? `"${name}" already holds a document with this id.`
        : `"${name}" already holds a document with these values of its unique index "${index}".`,
      { details: { collection: name, index } },
    );
  }
  const { version } = outcome;
  return new StoreError(
    "STORE_CONFLICT",
    `A document of "${name}" was expected at version ${expectedVersion}, but ` +
      `${version === null ? "it is gone" : `it is at ${version}`}; read it again and decide anew.`,
    { details: { collection: name, id, expectedVersion, version } },
  );
}
