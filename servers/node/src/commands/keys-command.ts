/** `bourse-node keys`: API keys, over the running node, or in its store when it is stopped. */

import { parseArgs } from "node:util";

import type { ExitCode } from "@bourse/http";
import { createAuditTrail, systemClock, systemIds } from "@bourse/kernel";
import { createApiKeys, type ApiKeys, type KeyScope } from "@bourse/node-core";

import { withStore } from "./command-store.ts";
import type { Command, CommandContext } from "./command.ts";
import { askNode } from "./internal-api.ts";

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
}

export const keysCommand: Command = async (args, context) => {
  const [action, first, ...rest] = args;
  if (action === "create" && first !== undefined) {
    const request = newKeyOf(first, rest);
    return request === undefined ? undefined : createKey(request, context);
  }
  if (action === "list" && first === undefined) return listKeys(context);
  if (action === "revoke" && first !== undefined && rest.length === 0) {
    return revokeKey(first, context);
  }
  return undefined;
};

interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at: number | null;
  readonly payees: readonly string[] | null;
  readonly spending:
    | readonly {
        readonly token: string;
        readonly per_call: string | null;
        readonly per_day: string | null;
      }[]
    | null;
}

/** Undefined for arguments that are no request. */
function newKeyOf(name: string, args: readonly string[]): KeyRequest | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        days: { type: "string" },
        payee: { type: "string", multiple: true },
        spend: { type: "string", multiple: true },
      },
    });
    const { days, payee = null, spend } = values;
    if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days)) return undefined;
    const limits = spend?.map((text) => SPENDING.exec(text)?.groups);
    if (limits?.includes(undefined) === true) return undefined;
    return {
      name,
      scopes: positionals.length === 0 ? ["read"] : positionals,
      expires_at: days === undefined ? null : systemClock.now() / 1000 + Number(days) * 86_400,
      payees: payee,
      spending:
        limits?.map((limit) => ({
          token: limit?.["token"] ?? "",
          per_call: limit?.["call"] ?? null,
          per_day: limit?.["day"] ?? null,
        })) ?? null,
    };
  } catch {
    return undefined;
  }
}

/** `TOKEN=CALL/DAY`; either amount may be left out. */
const SPENDING = /^(?<token>0x[0-9a-fA-F]{40})=(?<call>[1-9]\d{0,77})?(\/(?<day>[1-9]\d{0,77}))?$/;

async function createKey(request: KeyRequest, context: CommandContext): Promise<ExitCode> {
  const { name, scopes, expires_at, payees, spending } = request;
  const answer = await askNode(context.config, "POST", "/api-keys", request);
  const made =
    answer ??
    (await inStore(context, true, async (keys, record) => {
      const key = await keys.create({
        name,
        scopes: scopes as readonly KeyScope[],
        expiresAt: expires_at === null ? null : Math.floor(expires_at * 1000),
        payees,
        spending:
          spending?.map(({ token, per_call, per_day }) => ({
            token,
            perCall: per_call === null ? null : BigInt(per_call),
            perDay: per_day === null ? null : BigInt(per_day),
          })) ?? null,
      });
      record("api_key.created", key.id);
      return key;
    }));
  context.stdout(`${String(made["key"])}`);
  context.stderr(`Key ${String(made["id"])} for ${scopes.join(", ")}: it is shown this once.`);
  return 0;
}

async function listKeys(context: CommandContext): Promise<ExitCode> {
  let cursor: string | null = null;
  let count = 0;
  do {
    const page: KeyPage = await keyPage(context, cursor);
    for (const { id, name, scopes, revoked } of page.rows) {
      context.stdout(`${id}  ${revoked ? "revoked" : "good   "}  ${scopes.join(",")}  ${name}`);
    }
    count += page.rows.length;
    cursor = page.next;
  } while (cursor !== null);
  if (count === 0) context.stderr("There are no keys.");
  return 0;
}

interface KeyPage {
  readonly rows: readonly KeyRow[];
  readonly next: string | null;
}

async function keyPage(context: CommandContext, cursor: string | null): Promise<KeyPage> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const answer = await askNode(context.config, "GET", `/api-keys${query}`);
  if (answer === undefined) {
    return inStore(context, false, async (keys) => {
      const page = await keys.list(cursor === null ? {} : { cursor });
      const rows = page.keys.map((key) => ({ ...key, revoked: key.revokedAt !== null }));
      return { rows, next: page.next };
    });
  }
  const keys = answer["keys"] as readonly (KeyRow & { readonly revoked_at: number | null })[];
  const rows = keys.map((key) => ({ ...key, revoked: key.revoked_at !== null }));
  return { rows, next: answer["next_cursor"] as string | null };
}

async function revokeKey(id: string, context: CommandContext): Promise<ExitCode> {
  const path = `/api-keys/${encodeURIComponent(id)}`;
  const answer = await askNode(context.config, "DELETE", path);
  if (answer === undefined) {
    await inStore(context, true, async (keys, record) => {
      await keys.revoke(id);
      record("api_key.revoked", id);
    });
  }
  context.stdout(`Key ${id} is refused from now on.`);
  return 0;
}

async function inStore<T>(
  context: CommandContext,
  writes: boolean,
  work: (keys: ApiKeys, record: (action: string, id: string) => void) => Promise<T>,
): Promise<T & Readonly<Record<string, unknown>>> {
  return withStore(context, { writes }, async (store) => {
    const keys = createApiKeys({ store, clock: systemClock, ids: systemIds });
    const trail = createAuditTrail({ store });
    const record = (action: string, subject: string): void =>
      trail.append({ action, actor: "operator", subject });
    const result = await work(keys, record);
    await trail.flush();
    return result as T & Readonly<Record<string, unknown>>;
  });
}
