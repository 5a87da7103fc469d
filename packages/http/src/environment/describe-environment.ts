/** A configuration as it may be shown: every secret masked. */

import { objectOf } from "@bourse/kernel";

import { anyShape } from "../part-shapes.ts";
import { isSecret, type EnvironmentOf, type EnvironmentShape } from "./read-environment.ts";

/**
 * The values in force by name, ready for a log or a table: lists as their items, a secret list as its length, a
 * secret URL without its credentials, any other secret as `***`; functions and absent values are left out.
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
    const text = textOf(values[name], isSecret(variable));
    if (text !== undefined) shown[name] = text;
  }
  return shown;
}

function textOf(value: unknown, masked: boolean): string | undefined {
  if (value === undefined || typeof value === "function") return undefined;
  if (Array.isArray(value)) return masked ? `${value.length} set` : value.join(",");
  if (masked) return typeof value === "string" ? maskText(value) : "***";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `postgres://***@host/db`: where it points is no secret. Text that is no URL is hidden whole. */
function maskText(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return "***";
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1***@")
    .replace(/([?&](?:password|token|secret|key|pass)[^=&]*=)[^&#]*/gi, "$1***");
}
