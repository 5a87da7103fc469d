import { CredentialsError } from "../errors.ts";

/** The error of a set of signing keys without an active or a next one. */
export function incompleteKeys(): CredentialsError {
  return new CredentialsError(
    "SIGNING_KEYS_UNREADABLE",
    "The store holds signing keys but no active or no next one: it was edited by hand or copied incompletely.",
  );
}
