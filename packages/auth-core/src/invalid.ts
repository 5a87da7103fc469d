/** Errors about the parts of an input that are not acceptable. */

import type { RefuseArgument } from "@bourse/kernel";

import { AuthError } from "./errors.ts";

/** Characters of a name, as errors describe them. */
export const LEGIBLE =
  "characters, one of them visible, and no control characters, characters that change the direction of text or more than 30 marks on one letter";

/** An error VALIDATION_ERROR that names the field in details.path. */
export function invalid(path: string, message: string): AuthError {
  return new AuthError("VALIDATION_ERROR", message, { details: { path } });
}

/** The error of an argument of a wrong type; details.path is the place in the input, else the argument's name. */
export const wrongArgument: RefuseArgument = (message, path) =>
  invalid(path.slice(path.length > 1 ? 1 : 0).join("."), message);
