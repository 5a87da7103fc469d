// Keeps accounts in the PostgreSQL database of an app that uses Drizzle, which
// DATABASE_URL names; a row of the app and an account come
// into being together, or not at all.
import { authCollections, createAuthCore } from "@bourse/auth-core";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";
import { Pool } from "pg";

import { drizzleDatabase } from "./sql-store/drizzle.ts";
import { openSqlStore } from "./sql-store/open-sql-store.ts";

const profiles = pgTable("profiles", {
  userId: text("user_id").primaryKey(),
  city: text("city").notNull(),
});

const pool = new Pool({ connectionString: process.env["DATABASE_URL"] });
const db = drizzle({ client: pool, schema: { profiles } });
await db.execute(
  "CREATE TABLE profiles (user_id text, city text NOT NULL)",
);

const database = drizzleDatabase(db);
const store = await openSqlStore(database, {
  collections: authCollections,
});
const masterKey = crypto.getRandomValues(new Uint8Array(32));
const auth = await createAuthCore({ store, masterKey });
const signUp = (email: string, city: string | null) =>
  store.together(async (tx) => {
    const login = { email, password: "a way to the sea" };
    const { user } = await auth.accounts.register(login);
    const profile = { userId: user.id, city: city as string };
    await tx.insert(profiles).values(profile);
  });
await signUp("ada@example.com", "London");
await signUp("bob@example.com", null).catch(() => console.log("undone"));
const users = await auth.users.list();
console.log(
  await db.$count(profiles),
  "profile,",
  users.items.length,
  "account",
);
await auth.close();
await store.close();
await pool.end();
