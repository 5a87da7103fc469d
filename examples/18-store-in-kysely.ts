// Keeps accounts in the database of an app that uses Kysely: a row of the app
// and an account come into being together, or not at all.
import { authCollections, createAuthCore } from "@bourse/auth-core";
import { Kysely, SqliteDialect } from "kysely";

import { kyselyDatabase } from "./sql-store/kysely.ts";
import { nodeSqlite } from "./sql-store/node-sqlite.ts";
import { openSqlStore } from "./sql-store/open-sql-store.ts";

interface Tables {
  profiles: { user_id: string; city: string };
}
const connect = () =>
  new Kysely<Tables>({
    dialect: new SqliteDialect({ database: nodeSqlite("kysely.db") }),
  });
const [db, reads] = [connect(), connect()];
await db.schema
  .createTable("profiles")
  .addColumn("user_id", "text")
  .addColumn("city", "text", (column) => column.notNull())
  .execute();

const database = kyselyDatabase("sqlite", db, reads);
const store = await openSqlStore(database, {
  collections: authCollections,
});
const masterKey = crypto.getRandomValues(new Uint8Array(32));
const auth = await createAuthCore({ store, masterKey });
const signUp = (email: string, city: string | null) =>
  store.together(async (tx) => {
    const login = { email, password: "a way to the sea" };
    const { user } = await auth.accounts.register(login);
    const profile = { user_id: user.id, city: city as string };
    await tx.insertInto("profiles").values(profile).execute();
  });
await signUp("ada@example.com", "London");
await signUp("bob@example.com", null).catch((error: unknown) =>
  console.log(String(error)),
);
const profiles = await db.selectFrom("profiles").selectAll().execute();
const users = await auth.users.list();
console.log(profiles.length, "profile,", users.items.length, "account");
await auth.close();
await store.close();
await Promise.all([db.destroy(), reads.destroy()]);
