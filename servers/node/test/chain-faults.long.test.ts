/** A chain that does not answer as it should: the node stays up, loses nothing, and pays nothing twice. */

import { hash } from "node:crypto";

import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { collectLog } from "./support/collected-log.ts";
import { startRpcProxy, type Fault, type RpcProxy } from "./support/rpc-proxy.ts";
import { fund, joiningVariables, startTestNode, type TestNode } from "./support/running-node.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"e1".repeat(20)}`;
const SLOW = { timeout: 40_000 };
/** Longer than a few rounds of the lane and of the chain's poll. */
const A_WHILE_MILLISECONDS = 3000;

const PLACES = ["a file", "PostgreSQL"] as const;

for (const place of PLACES) {
  const isMissing = place === "PostgreSQL" && missingPostgres() !== null;
  describe.skipIf(isMissing)(`a node whose store is in ${place}`, () => {
    let chainOwner: TestNode;
    let proxy: RpcProxy;
    let node: TestNode;
    let postgres: TestPostgres | undefined;

    /** The store of one node; each has its own. */
    function storeOf(schema: string): Record<string, string> {
      return postgres === undefined ? {} : { NODE_STORE_URL: `${postgres.url()}?schema=${schema}` };
    }

    beforeAll(async () => {
      chainOwner = await startTestNode({ atEnd: afterAll });
      const { url } = chainOwner.running.chain.development ?? { url: "" };
      proxy = await startRpcProxy(url);
      afterAll(() => proxy.close());
      proxy.fault = "away";
      if (place === "PostgreSQL") {
        const started = await startPostgres();
        postgres = started;
        afterAll(() => started.stop());
      }
      node = await startTestNode({
        atEnd: afterAll,
        variables: {
          ...joiningVariables(chainOwner),
          ...storeOf("node"),
          BLOCKCHAIN_URL: proxy.url,
        },
      });
      await fund(chainOwner, node.address);
    }, 60_000);

    async function health(): Promise<{ readonly status: unknown; readonly blockchain: unknown }> {
      const { data } = await node.internal("GET", "/health");
      const { blockchain } = data["components"] as { readonly blockchain: unknown };
      return { status: data["status"], blockchain };
    }

    async function paidTo(payee: string): Promise<bigint> {
      const { data } = await chainOwner.internal("GET", `/balance/${payee}`);
      return BigInt(String(data["balance"]));
    }

    const transfer = (amount: number, key: string) =>
      node.internal("POST", "/transfer", {
        headers: { "Idempotency-Key": key },
        body: { from: node.address, to: PAYEE, amount, token: NATIVE },
      });

    test("an address without the contract is told in the log at the start, with what to set", async () => {
      const log = collectLog();
      await startTestNode({
        atEnd: onTestFinished,
        variables: {
          ...joiningVariables(chainOwner),
          ...storeOf("stranger"),
          COMPLIANCE_CONTRACT: PAYEE,
        },
        logger: log.logger,
      });
      const warnings = log
        .text()
        .split("\n")
        .filter((line) => line.includes('"level":"warn"'));
      expect(warnings.join("\n")).toContain("set COMPLIANCE_CONTRACT");
    });

    describe("a chain that is away when the node starts", () => {
      test("makes it degraded, not dead; what needs the chain is 503, the rest works", async () => {
        expect(await health()).toEqual({ status: "degraded", blockchain: "disconnected" });
        const share = await node.external("POST", "/share_data", {
          body: { data: "early", recipient: PAYEE },
        });
        expect(share.status).toBe(503);
        expect((await node.internal("GET", "/shares")).data["count"]).toBe(0);
        expect((await transfer(1, "early")).status).toBe(503);
        expect((await node.internal("GET", "/tokens")).status).toBe(200);
        expect((await node.external("GET", "/compliance_history")).status).toBe(200);
      });

      test("is noticed when it comes", async () => {
        proxy.fault = "none";
        await expect.poll(health, SLOW).toEqual({ status: "healthy", blockchain: "connected" });
        await expect.poll(async () => (await transfer(1, "early")).status, SLOW).toBe(200);
        expect(await paidTo(PAYEE)).toBe(1n);
      }, 60_000);
    });

    test.each<Fault>(["flapping", "nonsense", "other-chain", "away"])(
      "an endpoint that is %s for a while costs time and nothing else",
      async (fault) => {
        const before = await paidTo(PAYEE);
        const key = `during ${fault}`.replaceAll(" ", "-");
        proxy.fault = fault;
        const first = transfer(10, key);
        await Promise.race([first, pause(A_WHILE_MILLISECONDS)]);
        proxy.fault = "none";
        expect([200, 202, 503]).toContain((await first).status);
        await expect.poll(async () => (await transfer(10, key)).status, SLOW).toBe(200);
        expect(await paidTo(PAYEE)).toBe(before + 10n);
      },
      90_000,
    );

    test("an endpoint that hangs while a share is under way delays it, and it is proved once", async () => {
      const text = "shared while the endpoint hangs";
      await expect.poll(health, SLOW).toMatchObject({ blockchain: "connected" });
      const share = () =>
        node.external("POST", "/share_data", {
          headers: { "Idempotency-Key": "hanging" },
          body: { data: text, recipient: chainOwner.address },
        });
      const under = share();
      proxy.fault = "hanging";
      const first = await Promise.race([under, pause(A_WHILE_MILLISECONDS)]);
      proxy.fault = "none";
      expect([undefined, 201, 202, 503]).toContain(first?.status);
      await under;
      await expect.poll(async () => (await share()).status, SLOW).toBe(201);
      const dataHash = hash("sha256", text, "hex");
      // The other node reads the chain for itself, and in its own time.
      const records = () => chainOwner.running.chain.chain.index.recordsOf(dataHash);
      await expect.poll(records, SLOW).toHaveLength(1);
    }, 90_000);

    if (place === "a file") return;
    test("an endpoint and a database that are away together cost time and nothing else", async () => {
      const before = await paidTo(PAYEE);
      const first = transfer(10, "both-away");
      proxy.fault = "flapping";
      await postgres?.signal("SIGKILL");
      await Promise.race([first, pause(A_WHILE_MILLISECONDS)]);
      const whileAway = await transfer(10, "store-away");
      expect(whileAway.status).toBe(503);
      await postgres?.restart();
      proxy.fault = "none";
      expect([200, 202, 503]).toContain((await first).status);
      for (const key of ["both-away", "store-away"]) {
        await expect.poll(async () => (await transfer(10, key)).status, SLOW).toBe(200);
      }
      expect(await paidTo(PAYEE)).toBe(before + 20n);
    }, 120_000);
  });
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds);
  });
}
