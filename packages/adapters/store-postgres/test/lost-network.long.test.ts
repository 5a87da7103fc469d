import { setTimeout as sleep } from "node:timers/promises";

import { checkStore, defineCollection, type Entity } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { LossyProxy } from "test-postgres/lossy-proxy";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { openPostgresStore } from "../src/index.ts";

const items = defineCollection<Entity>()({ name: "items" });

/** Longest time in milliseconds for which a server may be called away that is back. */
const LAG_MILLISECONDS = 1000;

const missing = missingPostgres();

describe.skipIf(missing !== null)("a PostgreSQL store behind a network that is lost", () => {
  let server: TestPostgres;
  const proxy = new LossyProxy();
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    const port = await proxy.listen(server.port);
    url = server.url().replace(`:${server.port}/`, `:${port}/`);
  }, 60_000);
  afterAll(async () => {
    await proxy.close();
    await server.stop();
  });

  // Before, during and after the time limits of a statement and of a connection.
  test.for([2000, 6500, 9000])(
    "is known to be back within a second of an outage of %i ms, and leaks no connection",
    { timeout: 60_000 },
    async (outage) => {
      const store = await openPostgresStore({ url, schema: "bourse", collections: [items] });
      const check = checkStore(store);
      expect(await check()).toBeNull();
      let isOver = false;
      let known: string | null = null;
      let knownAt = 0;
      const asking = (async () => {
        while (!isOver) {
          known = await check();
          knownAt = performance.now();
          await sleep(20);
        }
      })();
      const lost = performance.now();
      proxy.lose();
      await vi.waitUntil(() => performance.now() - lost > outage, { timeout: 20_000 });
      // The answer of a look that had begun before may be kept for a second.
      if (outage > 7000) expect(known).not.toBeNull();
      const back = performance.now();
      proxy.restore();
      await vi.waitUntil(() => known === null && knownAt > back, { timeout: 20_000, interval: 5 });
      expect(knownAt - back, "milliseconds").toBeLessThan(LAG_MILLISECONDS);
      isOver = true;
      await asking;
      await store.close();
      await vi.waitUntil(() => (proxy.held() ?? 0) === 0, { timeout: 20_000 });
    },
  );
});
