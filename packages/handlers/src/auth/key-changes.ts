/** The change of an API key as facts of its row in the audit trail. */

import type { ApiKeyView } from "@bourse/auth-core";

import { wireLimits } from "./wire/api-keys.ts";

/** Facts `FIELD.from` and `FIELD.to` of each field that has changed, and the key's name; empty text for no bound. */
export function keyChanges(
  before: ApiKeyView<string>,
  after: ApiKeyView<string>,
): Readonly<Record<string, string>> {
  const [from, to] = [factsOf(before), factsOf(after)];
  const changed = Object.keys(to).filter((field) => from[field] !== to[field]);
  const facts = changed.flatMap((field) => [
    [`${field}.from`, from[field] ?? ""],
    [`${field}.to`, to[field] ?? ""],
  ]);
  return Object.fromEntries([["name", after.name], ...facts]) as Readonly<Record<string, string>>;
}

function factsOf({
  name,
  limits,
  addresses,
  origins,
}: ApiKeyView<string>): Readonly<Record<string, string>> {
  const counts = limits === null ? [] : Object.entries(wireLimits(limits));
  return {
    name,
    limits: counts.map(([field, count]) => `${field} ${String(count)}`).join(" "),
    addresses: addresses.join(" "),
    origins: origins.join(" "),
  };
}
