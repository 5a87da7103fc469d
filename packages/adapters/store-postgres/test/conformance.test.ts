import assert from "node:assert/strict";

import { storeConformance } from "@bourse/conformance/store";
import { Client } from "pg";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, test } from "vitest";

import { openPostgresStore } from "../src/index.ts";

const missing = missingPostgres();

describe.skipIf(missing !== null)(
  `the PostgreSQL store${missing === null ? "" : ` (${missing})`}`,
  () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(() => server.stop());

    const schemaOf = (place: string): string => place.replaceAll("-", "_");
    storeConformance({
      test,
      open: (place, options) =>
        openPostgresStore({ ...options, url: server.url(), schema: schemaOf(place) }),
      // The database's own quotas bound it.
      bounded: false,
      async alter(place, from, to) {
        const client = new Client(server.url());
        await client.connect();
        try {
          const { rowCount } = await client.query(
            `UPDATE ${schemaOf(place)}.items SET document = replace(document::text, $1, $2)::json ` +
              "WHERE document::text LIKE '%' || $1 || '%'",
            [from, to],
          );
          assert.ok(rowCount, `no document holds ${from}`);
        } finally {
          await client.end();
        }
      },
    });
  },
);
