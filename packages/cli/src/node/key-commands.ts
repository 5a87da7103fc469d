/** `bourse node keys`: API keys, over the running node, or in its store when it is stopped. */

import type { ApiKey } from "@bourse/contract/node";
import { createAuditTrail, systemClock, systemIds } from "@bourse/kernel";
import type { ApiKeys, KeyScope } from "@bourse/server-node/parts";
import { createApiKeys } from "@bourse/server-node/parts";

import {
  textFlag,
  UsageError,
  type CommandLine,
  type ExitCode,
  type Flags,
} from "../command/command.ts";
import { quoted } from "../command/read-line.ts";
import { askNode } from "./internal-api.ts";
import type { NodeContext } from "./node-context.ts";
import { withStore } from "./with-store.ts";

interface KeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
  readonly used: string;
}

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
  readonly shares_per_day: number | null;
  readonly gas_per_day: number | null;
}

/** The key that a command line asks for. @throws UsageError */
function newKeyOf({ words: [name = "", ...scopes], flags }: CommandLine): KeyRequest {
  const days = textFlag(flags, "days");
  if (days !== undefined && !/^[1-9]\d{0,4}$/.test(days)) {
    throw new UsageError(`--days must be a whole number from 1 to 99999, found ${quoted(days)}.`);
  }
  return {
    name,
    scopes,
    expires_at: days === undefined ? null : systemClock.now() / 1000 + Number(days) * 86_400,
    payees: many(flags, "payee"),
    spending: many(flags, "spend")?.map(spendingOf) ?? null,
    shares_per_day: countOf(flags, "shares-per-day", 1, 1_000_000_000),
    gas_per_day: countOf(flags, "gas-per-day", 21_000, 1_000_000_000_000),
  };
}

/** @throws UsageError for another value than a whole number within the bounds */
function countOf(flags: Flags, name: string, min: number, max: number): number | null {
  const text = textFlag(flags, name);
  if (text === undefined) return null;
  const count = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (count >= min && count <= max) return count;
  throw new UsageError(
    `--${name} must be a whole number from ${min} to ${max}, found ${quoted(text)}.`,
  );
}

function many(flags: Flags, name: string): readonly string[] | null {
  return (flags[name] as readonly string[] | undefined) ?? null;
}

/** @throws UsageError for another form than `TOKEN=CALL/DAY` */
function spendingOf(text: string): NonNullable<KeyRequest["spending"]>[number] {
  const found = SPENDING.exec(text)?.groups;
  if (found === undefined) {
    throw new UsageError(
      `--spend takes TOKEN=CALL/DAY: the address of a token and amounts in its smallest unit, such as 0x5FbDB2315678afecb367f032d93F642f64180aa3=100/1000; found ${quoted(text)}.`,
    );
  }
  const { token = "", call = null, day = null } = found;
  return { token, per_call: call, per_day: day };
}

/** `TOKEN=CALL/DAY`; either amount may be left out. */
const SPENDING = /^(?<token>0x[0-9a-fA-F]{40})=(?<call>[1-9]\d{0,77})?(\/(?<day>[1-9]\d{0,77}))?$/;

/** Makes a key and prints it, once. @throws UsageError; NodeServerError NODE_UNREACHABLE; NodeError */
export async function createKey(line: CommandLine, context: NodeContext): Promise<ExitCode> {
  const request = newKeyOf(line);
  const { name, scopes, expires_at, payees, spending, shares_per_day, gas_per_day } = request;
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
        sharesPerDay: shares_per_day,
        gasPerDay: gas_per_day,
      });
      record("api_key.created", key.id);
      return key;
    }));
  context.stdout(`${String(made["key"])}`);
  context.stderr(`Key ${String(made["id"])} for ${scopes.join(", ")}: it is shown this once.`);
  return 0;
}

/** Lists the keys, a line each. */
export async function listKeys(context: NodeContext): Promise<ExitCode> {
  let cursor: string | null = null;
  let count = 0;
  do {
    const page: KeyPage = await keyPage(context, cursor);
    for (const { id, name, scopes, revoked, used } of page.rows) {
      const state = revoked ? "revoked" : "good   ";
      context.stdout(`${id}  ${state}  ${scopes.join(",")}  ${name}  ${used}`);
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

async function keyPage(context: NodeContext, cursor: string | null): Promise<KeyPage> {
  const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  const answer = await askNode(context.config, "GET", `/api-keys${query}`);
  if (answer === undefined) {
    return inStore(context, false, async (keys) => {
      const page = await keys.list(cursor === null ? {} : { cursor });
      const rows = page.keys.map((key) => ({
        ...key,
        revoked: key.revokedAt !== null,
        used: usedText(key.sharesToday, key.sharesPerDay, key.gasToday, key.gasPerDay),
      }));
      return { rows, next: page.next };
    });
  }
  const rows = (answer["keys"] as readonly ApiKey[]).map((key) => ({
    ...key,
    revoked: key.revoked_at !== null,
    used: usedText(key.shares_today, key.shares_per_day, key.gas_today, key.gas_per_day),
  }));
  return { rows, next: answer["next_cursor"] as string | null };
}

function usedText(shares: number, sharesPerDay: number, gas: number, gasPerDay: number): string {
  return `today ${shares} of ${sharesPerDay} shares, ${gas} of ${gasPerDay} gas`;
}

/** Refuses a key from now on. */
export async function revokeKey(id: string, context: NodeContext): Promise<ExitCode> {
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
  context: NodeContext,
  writes: boolean,
  work: (keys: ApiKeys, record: (action: string, id: string) => void) => Promise<T>,
): Promise<T & Readonly<Record<string, unknown>>> {
  return withStore(context, { writes }, async (store) => {
    const { KEY_SHARES_PER_DAY: sharesPerDay, KEY_GAS_PER_DAY: gasPerDay } = context.config;
    const common = { clock: systemClock, ids: systemIds };
    const keys = createApiKeys({ store, ...common, sharesPerDay, gasPerDay });
    const trail = createAuditTrail({ store });
    const record = (action: string, subject: string): void =>
      trail.append({ action, actor: "operator", subject });
    const result = await work(keys, record);
    await trail.flush();
    return result as T & Readonly<Record<string, unknown>>;
  });
}
