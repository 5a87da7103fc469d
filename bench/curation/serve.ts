/**
 * The curation server in a process of its own, over a full SQLite store: it tells where it is and when it committed.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { curationApi } from "@bourse/contract/curation";
import { curationCollections } from "@bourse/curation-core";
import { bindCurationApi } from "@bourse/handlers/curation";
import { createHttpServer } from "@bourse/http";
import type { Store } from "@bourse/kernel";
import { openSqliteStore } from "@bourse/store-sqlite";

import { ADMIN_EMAIL, fillWorld, openCore, PASSWORD, type WorldSize } from "./world.ts";

export interface Served {
  readonly port: number;
  /** Access token of an admin. */
  readonly token: string;
}

/** Nanoseconds of the machine's monotonic clock, as digits. */
export interface Committed {
  readonly at: string;
}

if (process.send !== undefined) await serve();

async function serve(): Promise<void> {
  const [markets = 0, drafts = 0] = process.argv.slice(2).map(Number);
  const folder = mkdtempSync(join(tmpdir(), "bourse-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const { store, committed } = await openFull(join(folder, "curation.db"), { markets, drafts });
  const core = await openCore(store);
  const { token } = await core.accounts.login({
    email: ADMIN_EMAIL,
    password: PASSWORD,
  });
  const routes = bindCurationApi(core, { writesPerMinute: 1_000_000 });
  const server = createHttpServer({ api: curationApi, routes });
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  process.on("message", () => process.send?.({ at: committed() } satisfies Committed));
  process.on("disconnect", () => process.exit(0));
  process.send?.({ port: Number(new URL(url).port), token } satisfies Served);
}

/** `committed`: when the last transaction was durable. */
async function openFull(
  path: string,
  size: WorldSize,
): Promise<{ readonly store: Store; readonly committed: () => string }> {
  const store = await openSqliteStore({ path, collections: curationCollections });
  await fillWorld(store, size);
  let last = 0n;
  const transaction: Store["transaction"] = async (work) => {
    const result = await store.transaction(work);
    last = process.hrtime.bigint();
    return result;
  };
  const timed = new Proxy(store, {
    get: (target, name) => {
      if (name === "transaction") return transaction;
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  return { store: timed, committed: () => String(last) };
}
