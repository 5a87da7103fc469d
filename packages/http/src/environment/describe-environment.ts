/** A configuration as it may be shown: every secret masked. */

import { objectOf } from "@bourse/kernel";

import { anyShape } from "../part-shapes.ts";
import { isUrlLike, maskUrls } from "./mask-urls.ts";
import { isSecret, type EnvironmentOf, type EnvironmentShape } from "./read-environment.ts";

/**
 * The values in force by name, ready for a log or a table: lists as their items, a secret list as its length, a
 * secret variable `…_URL` with `…` for its login and for what looks like a key in its path and query, any other secret
 * as `***`; functions and absent values are left out.
 *
 * @throws KernelError ARGUMENT_INVALID
 */
export function describeEnvironment<Shape extends EnvironmentShape>(
  shape: Shape,
  values: EnvironmentOf<Shape>,
): Readonly<Record<string, string>> {
  anyShape("shape", shape);
  objectOf({})("values", values);
  const shown: Record<string, string> = {};
  for (const [name, variable] of Object.entries(shape)) {
    const text = textOf(name, values[name], isSecret(variable));
    if (text !== undefined) shown[name] = text;
  }
  return shown;
}

function textOf(name: string, value: unknown, masked: boolean): string | undefined {
  if (value === undefined || typeof value === "function") return undefined;
  if (Array.isArray(value)) return masked ? `${value.length} set` : value.join(",");
  if (masked) {
    // Another secret, such as a password, may look like a URL.
    return typeof value === "string" && name.endsWith("_URL") && isUrlLike(value)
      ? maskUrls(value)
      : "***";
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}
