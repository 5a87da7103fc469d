/** An account that was deleted is in no table of PostgreSQL; VACUUM FULL takes it out of the files as well. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { authCollections, createAuthCore } from "@bourse/auth-core";
import { createManualClock } from "@bourse/kernel";
import { openPostgresStore } from "@bourse/store-postgres";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import { missingPostgres, startPostgres } from "./src/start-postgres.ts";

const PERSON = /zenobia|quillfeather/i;
const password = "correct horse battery";
const input = { email: "zenobia@example.com", password, name: "Zenobia Quillfeather" };

/** Files of the tables and indexes, relative to the folder, in which the person is found. */
function filesWithPerson(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => PERSON.test(readFileSync(path).toString("latin1")));
}

test.skipIf(missingPostgres() !== null)(
  "a deleted account is in no table, and in no file of one after VACUUM FULL",
  { timeout: 60_000 },
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const store = await openPostgresStore({ url: postgres.url(), collections: authCollections });
    const clock = createManualClock({ now: Date.now() });
    const masterKey = new Uint8Array(32).fill(1);
    const auth = await createAuthCore({ store, masterKey, clock, deletionWaitDays: 0 });
    const { user, session } = await auth.accounts.register(input);
    await auth.keys.create(user.id, { name: "ci", permissions: ["read"] });
    const client = new Client({ connectionString: postgres.url() });
    await client.connect();
    await client.query("CHECKPOINT");
    const tables = join(postgres.data, "base");
    expect(filesWithPerson(tables)).not.toEqual([]);

    await auth.personalData.requestDeletion(user.id, session.id, { password });
    await auth.maintain();
    await clock.advance(60_000);
    await auth.maintain();
    await auth.close();
    await store.close();
    const { rows } = await client.query<{ name: string }>(
      "SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const { name } of rows) {
      const found = await client.query(`SELECT t::text AS row FROM ${name} t`);
      expect(JSON.stringify(found.rows), name).not.toMatch(PERSON);
    }
    await client.query("VACUUM FULL");
    await client.query("CHECKPOINT");
    await client.end();
    expect(filesWithPerson(tables)).toEqual([]);
  },
);
