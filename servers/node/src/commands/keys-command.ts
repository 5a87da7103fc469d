/** `bourse-node keys`: API keys, over the running node, or in its store when it is stopped. */

import { systemClock, systemIds } from "@bourse/kernel";
import { createApiKeys, nodeCollections, type ApiKeys, type KeyScope } from "@bourse/node-core";
import { openStore } from "@bourse/store";

import type { Command, CommandContext, ExitCode } from "./command.ts";
import { askNode } from "./internal-api.ts";
import { checkNodeExists } from "./node-exists.ts";

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
}

export const keysCommand: Command = async (args, context) => {
  const [action, first, ...rest] = args;
  if (action === "create" && first !== undefined) {
    const scopes = rest.length === 0 ? ["share", "read"] : rest;
    return createKey(first, scopes as KeyScope[], context);
  }
  if (action === "list" && first === undefined) return listKeys(context);
  if (action === "revoke" && first !== undefined && rest.length === 0) {
    return revokeKey(first, context);
  }
  return undefined;
};

async function createKey(
  name: string,
  scopes: readonly KeyScope[],
  context: CommandContext,
): Promise<ExitCode> {
  const answer = await askNode(context.config, "POST", "/api-keys", { name, scopes });
  const made = answer ?? (await inStore(context, (keys) => keys.create({ name, scopes })));
  context.stdout(`${String(made["key"])}`);
  context.stderr(`Key ${String(made["id"])} for ${scopes.join(", ")}: it is shown this once.`);
  return 0;
}

async function listKeys(context: CommandContext): Promise<ExitCode> {
  const answer = await askNode(context.config, "GET", "/api-keys");
  const rows =
    answer === undefined
      ? await inStore(context, async (keys) =>
          (await keys.list()).map((key) => ({ ...key, revoked: key.revokedAt !== null })),
        )
      : (answer["keys"] as readonly (KeyRow & { readonly revoked_at: number | null })[]).map(
          (key) => ({ ...key, revoked: key.revoked_at !== null }),
        );
  for (const { id, name, scopes, revoked } of rows) {
    context.stdout(`${id}  ${revoked ? "revoked" : "good   "}  ${scopes.join(",")}  ${name}`);
  }
  if (rows.length === 0) context.stderr("There are no keys.");
  return 0;
}

async function revokeKey(id: string, context: CommandContext): Promise<ExitCode> {
  const path = `/api-keys/${encodeURIComponent(id)}`;
  const answer = await askNode(context.config, "DELETE", path);
  if (answer === undefined) await inStore(context, (keys) => keys.revoke(id));
  context.stdout(`Key ${id} is refused from now on.`);
  return 0;
}

async function inStore<T>(
  { layout, stderr }: CommandContext,
  work: (keys: ApiKeys) => Promise<T>,
): Promise<T & Readonly<Record<string, unknown>>> {
  checkNodeExists(layout);
  const store = await openStore(`sqlite:${layout.database}`, {
    collections: nodeCollections,
    warn: stderr,
  });
  try {
    const keys = createApiKeys({ store, clock: systemClock, ids: systemIds });
    return (await work(keys)) as T & Readonly<Record<string, unknown>>;
  } finally {
    await store.close();
  }
}
