/** Variables that are set and read by nobody: a misspelt one would leave its default in force without a word. */

import { nearestSpelling } from "@bourse/kernel";

import { authServerEnvironment } from "./auth-server-environment.ts";

/** A variable that no setting of the server has the name of. */
export interface UnknownVariable {
  /** Name of the variable. */
  readonly name: string;
  /** Name of the server's variable that it probably stands for; null when none is near. */
  readonly nearest: string | null;
}

/** Names that begin with a prefix of the server that others ask about: theirs to set. */
const OF_OTHERS: ReadonlySet<string> = new Set(Object.keys(authServerEnvironment));

/**
 * Finds the variables that are set, not blank, and misspelt: those whose name is a slip of one in `known`, and those
 * that begin with one of the server's own `prefixes` such as `AUTH_`. All others belong to other programs.
 */
export function unknownVariables(
  known: readonly string[],
  prefixes: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly UnknownVariable[] {
  const names = new Set(known);
  const found: UnknownVariable[] = [];
  for (const [name, text] of Object.entries(environment)) {
    if (names.has(name) || OF_OTHERS.has(name) || text === undefined || text.trim() === "")
      continue;
    const nearest = nearestSpelling(name, known) ?? null;
    const isOwn = prefixes.some((prefix) => name.startsWith(prefix));
    if (nearest !== null || isOwn) found.push({ name, nearest });
  }
  return found;
}
