import { Client, type QueryResultRow } from "pg";

/** Runs statements one after the other in a session of their own, which may write; resolves to the rows of the last. */
export async function runSql<Row extends QueryResultRow>(
  url: string,
  ...texts: readonly string[]
): Promise<readonly Row[]> {
  const client = new Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    await client.query("SET default_transaction_read_only = off");
    for (const text of texts) ({ rows } = await client.query<Row>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Takes locks on tables until the function is called that it returns. */
export async function lockTables(
  url: string,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const client = new Client(url);
  client.on("error", () => undefined);
  await client.connect();
  // Of two who wait for each other, the other one is ended.
  await client.query("SET deadlock_timeout = '1h'");
  await client.query("BEGIN");
  for (const table of tables) await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return () => client.end();
}
