/** A server's configuration out of its environment: all of it checked at once, before anything is opened. */

import { objectOf } from "@bourse/kernel";
import type * as z from "zod";

import { HttpError } from "../errors.ts";
import { anyShape } from "../part-shapes.ts";
import { maskUrls } from "./mask-urls.ts";
import type { Variable } from "./variables.ts";

/** Variables by name. */
export type EnvironmentShape = Readonly<Record<string, Variable<unknown>>>;

/** The values of a shape. */
export type EnvironmentOf<Shape extends EnvironmentShape> = {
  readonly [Name in keyof Shape]: z.output<Shape[Name]>;
};

/** One variable that can't be used. */
export interface BadVariable {
  /** Name of the environment variable. */
  readonly name: string;
  /** Completes "expected …". */
  readonly expected: string;
  /** The value found, cut to 60 characters, URLs with `…` for a login or a key; null for a secret. */
  readonly found: string | null;
}

/**
 * The values of `shape`, frozen. A variable that is absent or blank takes its default; names that `shape` doesn't
 * know are none of our business.
 *
 * @throws KernelError ARGUMENT_INVALID; HttpError ENVIRONMENT_INVALID: the message has one line for each bad variable,
 * details.variables the list
 */
export function readEnvironment<const Shape extends EnvironmentShape>(
  shape: Shape,
  environment: Readonly<Record<string, string | undefined>>,
): EnvironmentOf<Shape> {
  anyShape("shape", shape);
  objectOf({})("environment", environment);
  const values: Record<string, unknown> = {};
  const bad: BadVariable[] = [];
  for (const [name, variable] of Object.entries(shape)) {
    const text = environment[name]?.trim();
    const result = variable.safeParse(text === "" ? undefined : text);
    if (result.success) values[name] = result.data;
    else bad.push(badVariable(name, variable, text, result.error));
  }
  if (bad.length > 0) throw environmentError(bad);
  return Object.freeze(values) as EnvironmentOf<Shape>;
}

/** True when the value of `variable` must not be shown. */
export function isSecret(variable: Variable<unknown>): boolean {
  return variable.meta()?.["secret"] === true;
}

function badVariable(
  name: string,
  variable: Variable<unknown>,
  text: string | undefined,
  error: z.ZodError,
): BadVariable {
  return {
    name,
    expected: error.issues[0]?.message ?? "another value",
    found: isSecret(variable) || text === undefined ? null : maskUrls(text).slice(0, 60),
  };
}

function environmentError(variables: readonly BadVariable[]): HttpError {
  const lines = variables.map(({ name, expected, found }) => {
    const shown = found === null ? "" : `, found ${JSON.stringify(found)}`;
    return `  ${name}: expected ${expected}${shown}`;
  });
  const count =
    variables.length === 1 ? "1 environment variable" : `${lines.length} environment variables`;
  return new HttpError("ENVIRONMENT_INVALID", `correct ${count}:\n${lines.join("\n")}`, {
    details: { variables },
  });
}
