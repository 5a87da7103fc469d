import { recordOf, absentOr, anyText, listOf, objectOf } from "@bourse/kernel";

import { anyShape } from "../part-shapes.ts";
import type { EnvironmentShape } from "./read-environment.ts";
import { unknownVariables } from "./unknown-variables.ts";

/** Variables that are set, and those that a server reads. */
export interface ReadVariables {
  /** The service's name: `bourse-backtest`. */
  readonly name: string;
  /** Environment variables that the server reads, each with its rule. */
  readonly environment: EnvironmentShape;
  /** The variables that are set. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Prefixes of variables that only this server reads, such as `AUTH_`. Default: none. */
  readonly prefixes?: readonly string[];
}

const anyRead = objectOf({
  name: anyText,
  environment: anyShape,
  variables: recordOf(absentOr(anyText)),
  prefixes: absentOr(listOf(anyText)),
});

/**
 * Warnings, not refusals: the environment is shared with other programs. One sentence a variable, by name alone.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function unknownSentences(read: ReadVariables): readonly string[] {
  anyRead("read", read);
  const { name: server, environment, prefixes = [], variables } = read;
  return unknownVariables(Object.keys(environment), prefixes, variables).map(
    ({ name, nearest }) =>
      `unknown variable ${name}, ${nearest === null ? `${server} reads none of this name` : `did you mean ${nearest}?`}`,
  );
}
