/** Two nodes of one wallet over one PostgreSQL: one writes, the other stands by. */

import { hash } from "node:crypto";
import { cp } from "node:fs/promises";

import type { NodeEvent } from "@bourse/node-core";
import { layoutOf } from "@bourse/node-core/files";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { startNodeServer } from "../src/start.ts";
import { fund, joiningVariables, startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const SLOW = { timeout: 20_000 };

describe.skipIf(missingPostgres() !== null)("two nodes of one wallet on one PostgreSQL", () => {
  let postgres: TestPostgres;
  let chainOwner: TestNode;
  let writer: TestNode;
  let standby: TestNode;
  let folder: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    afterAll(() => postgres.stop());
    chainOwner = await startTestNode({ atEnd: afterAll });
    folder = await tempFolder(afterAll);
    const variables = { ...joiningVariables(chainOwner), NODE_STORE_URL: postgres.url() };
    writer = await startTestNode({ atEnd: afterAll, variables });
    await fund(chainOwner, writer.address);
    const keystore = layoutOf(folder).keystore;
    await cp(layoutOf(writer.config.DATA_DIR).keystore, keystore, { recursive: true });
    standby = await startTestNode({
      atEnd: afterAll,
      variables: { ...variables, DATA_DIR: folder },
    });
  }, 60_000);

  const payment = (from: TestNode, amount: number, key: string) =>
    from.internal("POST", "/transfer", {
      headers: { "Idempotency-Key": key },
      body: { from: writer.address, to: PAYEE, amount, token: NATIVE },
    });
  const share = (by: TestNode, data: string) =>
    by.external("POST", "/share_data", {
      headers: { "Idempotency-Key": data.replaceAll(" ", "-") },
      body: { data, recipient: chainOwner.address },
    });

  test("the one that stands by is alive and not ready, and says so", async () => {
    expect((await standby.internal("GET", "/livez")).status).toBe(200);
    const { status, data } = await standby.internal("GET", "/readyz");
    expect([status, data]).toEqual([
      503,
      { status: "not ready", reason: "standby: another process of this wallet is the writer" },
    ]);
    expect((await writer.internal("GET", "/readyz")).status).toBe(200);
    const components = { p2p_network: "stopped", encryption: "initialized" };
    await expect
      .poll(async () => (await standby.internal("GET", "/health")).data)
      .toMatchObject({ status: "degraded", components });
  });

  test("it answers from the store, and 503 STANDBY to what is the writer's", async () => {
    const shared = await share(writer, "shared by the writer");
    expect(shared.status).toBe(201);
    const dataHash = hash("sha256", "shared by the writer", "hex");
    // Its delivery goes on.
    const shares = () =>
      Promise.all([writer, standby].map((node) => node.internal("GET", "/shares")));
    await expect
      .poll(async () => {
        const [own, other] = (await shares()).map(({ data }) => JSON.stringify(data));
        return other?.includes(dataHash) === true && other === own;
      })
      .toBe(true);
    const read = await standby.external("GET", `/data/${dataHash}`);
    expect([read.status, read.data["data"]]).toEqual([200, "shared by the writer"]);
    const refused = [
      await payment(standby, 1, "standby"),
      await share(standby, "shared by the standby"),
      await standby.internal("POST", "/api-keys", { body: { name: "key" } }),
      await standby.external("GET", "/network/peers"),
      await standby.dashboard("POST", "/api/transfer", { body: {} }),
    ];
    for (const { status, headers, data } of refused) {
      expect([status, headers["x-error-code"], headers["retry-after"]]).toEqual([
        503,
        "STANDBY",
        "1",
      ]);
      expect(data["error"]).toContain("stands by");
    }
  });

  test("it takes over from the writer that ends, with its keys, answers and event ids", async () => {
    expect((await payment(writer, 7, "before")).status).toBe(200);
    const { epoch, newest } = writer.running.events;
    expect(newest).toBeGreaterThan(0);
    const paid = await payment(writer, 7, "before");
    await writer.close();
    await expect
      .poll(async () => (await standby.internal("GET", "/readyz")).status, SLOW)
      .toBe(200);
    expect((await payment(standby, 7, "before")).data).toEqual(paid.data);
    expect((await payment(standby, 1, "after")).status).toBe(200);
    const { events } = standby.running;
    expect(events.epoch).toBe(epoch);
    const later = () => {
      const found = events.since(newest);
      if (found === "gap") throw new Error("The events after those of the writer are not known.");
      return found;
    };
    // An event is told once it is stored, which may be after the answer.
    const isPaid = (event: NodeEvent): boolean =>
      event.type === "token.transfer_completed" && event.data.amount === "1";
    await expect.poll(() => later().some(isPaid)).toBe(true);
    expect(later()[0]?.sequence).toBe(newest + 1);
    const balance = await chainOwner.internal("GET", `/balance/${PAYEE}`);
    expect(balance.data["balance"]).toBe("8");
  });

  test("a third one without the wallet, or without a chain to share, does not start", async () => {
    const without = await tempFolder(onTestFinished);
    await expect(startNodeServer({ ...standby.config, DATA_DIR: without })).rejects.toMatchObject({
      code: "SETTINGS_CONFLICT",
      message: expect.stringContaining("keystore") as unknown,
    });
    await expect(
      startNodeServer({ ...standby.config, DATA_DIR: without, BLOCKCHAIN_URL: [] }),
    ).rejects.toMatchObject({
      code: "SETTINGS_CONFLICT",
      message: expect.stringContaining("BLOCKCHAIN_URL") as unknown,
    });
    await expect(startNodeServer(standby.config)).rejects.toMatchObject({ code: "STORE_LOCKED" });
  });
});
