/** Checks of the arguments of the package's functions, for callers without types. */

import {
  anyFunction,
  hasCode,
  objectOf,
  refuseArgument,
  type ArgumentRule,
  type RefuseArgument,
} from "@bourse/kernel";

import { toAddress, toDataHash } from "./address.ts";
import { NodeError } from "./errors.ts";

/** Accepts an object with these functions. */
export function portOf(...names: readonly string[]): ArgumentRule {
  return objectOf(Object.fromEntries(names.map((name) => [name, anyFunction])));
}

/** Accepts bytes, of this number where it is given. */
export function bytesOf(length?: number): ArgumentRule {
  return (argument, value) => {
    const isRight =
      value instanceof Uint8Array && (length === undefined || value.length === length);
    const many = length === undefined ? "" : ` of ${length} bytes`;
    if (!isRight) refuseArgument(argument, `a Uint8Array${many}`, value);
  };
}

/** Accepts an address, as `toAddress` does. */
export const anyAddress: ArgumentRule = (argument, value) => {
  try {
    toAddress(value, argument);
  } catch (error) {
    if (!hasCode(error, "VALIDATION_ERROR")) throw error;
    refuseArgument(argument, "an address, 0x and 40 hexadecimal digits", value);
  }
};

/** Accepts a SHA-256 in hex, as `toDataHash` does. */
export const anyDataHash: ArgumentRule = (argument, value) => {
  try {
    toDataHash(value, argument);
  } catch (error) {
    if (!hasCode(error, "VALIDATION_ERROR")) throw error;
    refuseArgument(argument, "a SHA-256, 64 hexadecimal digits", value);
  }
};

/** Accepts one of these texts. */
export function choiceOf(...choices: readonly string[]): ArgumentRule {
  return (argument, value) => {
    if (!choices.includes(value as string)) refuseArgument(argument, choices.join(" or "), value);
  };
}

/** The error of an argument of a wrong type; details.field is the place in the input, else the argument's name. */
export const wrongArgument: RefuseArgument = (message, path) => {
  const field = path.slice(path.length > 1 ? 1 : 0).join(".");
  return new NodeError("VALIDATION_ERROR", message, { details: { field } });
};
