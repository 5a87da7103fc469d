/** The statements of the PostgreSQL engine on `pg` alone: prepared, on a pool. */

import { Pool, type PoolClient } from "pg";

import { account, keyOf, type Account } from "./accounts.ts";
import type { Subject } from "./subject.ts";

/** Isolation of the transactions: the engine's own, or the server's default, which lets writers skew each other. */
export type Isolation = "SERIALIZABLE" | "READ COMMITTED";

export async function barePostgres(
  url: string,
  name: string,
  connections: number,
  isolation: Isolation,
): Promise<Subject> {
  const pool = new Pool({ connectionString: url, max: connections });
  const table = `accounts_${name}`;
  await pool.query(
    `CREATE TABLE ${table} (id text COLLATE "C" PRIMARY KEY, version bigint NOT NULL, document json NOT NULL, ` +
      "sum text NOT NULL, bytes bytea, bytes_sum text, key_by_owner bytea)",
  );
  await pool.query(`CREATE UNIQUE INDEX ON ${table} (key_by_owner)`);
  const sum = "0".repeat(32);
  const get = {
    name: `get_${name}`,
    text: `SELECT version, document::text AS value, sum FROM ${table} WHERE id = $1`,
  };
  const replace = {
    name: `replace_${name}`,
    text: `UPDATE ${table} SET version = $2, document = $3, sum = $4, key_by_owner = $5 WHERE id = $1 AND version = $6`,
  };
  const attempt = async (client: PoolClient, i: number): Promise<boolean> => {
    await client.query({ name: "begin", text: `BEGIN ISOLATION LEVEL ${isolation}` });
    try {
      const { rows } = await client.query({ ...get, values: [`account-${i}`] });
      const { version, value } = rows[0] as { version: string; value: string };
      const next = account(i, (JSON.parse(value) as Account).balance + 1);
      const values = [
        next.id,
        Number(version) + 1,
        JSON.stringify(next),
        sum,
        keyOf(next),
        version,
      ];
      const { rowCount } = await client.query({ ...replace, values });
      await client.query({ name: "commit", text: "COMMIT" });
      return rowCount === 1;
    } catch (error) {
      await client.query("ROLLBACK");
      if ((error as { code?: string }).code === "40001") return false;
      throw error;
    }
  };
  return {
    async fill(records) {
      for (let from = 0; from < records; from += 1000) {
        const all = Array.from({ length: Math.min(1000, records - from) }, (_, at) =>
          account(from + at, 0),
        );
        await pool.query(
          `INSERT INTO ${table} (id, version, document, sum, key_by_owner) ` +
            "SELECT id, 1, document::json, $4, key FROM unnest($1::text[], $2::text[], $3::bytea[]) AS t (id, document, key)",
          [all.map(({ id }) => id), all.map((one) => JSON.stringify(one)), all.map(keyOf), sum],
        );
      }
    },
    async commit(i) {
      const client = await pool.connect();
      try {
        // Another writer may come between: as a row that is not replaced, or as a failure to serialize.
        while (!(await attempt(client, i)));
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
