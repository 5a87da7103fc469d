/** A store that is moved to PostgreSQL and back by the command of its service has everything that was in it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { runBourseProcess, type ServerProcess, type Variables } from "../support/server-process.ts";
import { SERVICES, startService, write, type Service } from "../support/services.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

/** Places an order under an id or a key: the same one for good. */
async function order({ url }: ServerProcess, id: object, headers: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/execution/orders`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ symbol: "BTCUSDT", side: "buy", quantity: "0.01", ...id }),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.json();
}

/** The server's own words about what is in its store. */
async function sight(server: ServerProcess, service: Service): Promise<unknown> {
  // An account that is there already is refused.
  if (service.name !== "backtest") return (await write(server, service, 1))!.status;
  const headers = { "idempotency-key": "a-key" };
  const answers = await Promise.all([
    order(server, { client_order_id: "an-id" }, {}),
    order(server, {}, headers),
  ]);
  const orders = await fetch(`${server.url}/api/execution/orders`);
  return [...answers, await orders.json()];
}

const missing = missingPostgres();

describe.skipIf(missing !== null)("a store that the command of its service moved", () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres.stop());

  test.for(SERVICES.filter(({ name }) => name !== "node"))(
    "is what the $name server starts on, in PostgreSQL and in a file again",
    { timeout: 120_000 },
    async (service) => {
      const folder = mkdtempSync(join(tmpdir(), `bourse-${service.name}-`));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const setting = `${service.name.toUpperCase()}_STORE_URL`;
      const seenAt = async (address: string, times = 1): Promise<unknown> => {
        const server = await startService(service, folder, { [setting]: address });
        let seen: unknown;
        for (let time = 0; time < times; time += 1) seen = await sight(server, service);
        await server.end("SIGTERM");
        return seen;
      };
      const settings: Variables = { ...service.variables, DATA_DIR: folder };
      const copied = async (from: string, to: string): Promise<void> => {
        const { code, output } = await runBourseProcess(
          [service.name, "store", "copy", from, to],
          settings,
        );
        expect([code, output]).toEqual([0, expect.stringContaining("Copied and verified")]);
      };

      const [file, back] = [`lowdb:${folder}/first.json`, `sqlite:${folder}/back.db`];
      const before = await seenAt(file, 2);
      await copied(file, postgres.url());
      expect(await seenAt(postgres.url())).toEqual(before);
      const verified = await runBourseProcess([service.name, "audit", "verify"], {
        ...settings,
        [setting]: postgres.url(),
      });
      expect([verified.code, verified.output]).toEqual([
        0,
        expect.stringMatching(/^The audit trail is whole: [1-9]\d* rows/m),
      ]);
      await copied(postgres.url(), back);
      expect(await seenAt(back)).toEqual(before);
    },
  );
});
