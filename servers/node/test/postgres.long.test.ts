/** A node whose store is in PostgreSQL keeps its contract and its promises there. */

import { nodeConformance, type NodeConformanceTarget } from "@bourse/conformance/node";
import { systemClock, type Clock } from "@bourse/kernel";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { rounds } from "../../../test/support/rounds.ts";
import { runKills } from "./kill/run-kills.ts";
import { startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const ADDRESS = { type: "address" };
const NUMBER = { type: "uint256" };
const KILLS = rounds(3, 12);
const DEADLINE_MILLISECONDS = 200_000;

/** Time passes so fast that no limit of requests is reached. */
function hastyClock(): Clock {
  let elapsed = 0;
  return { ...systemClock, monotonic: () => (elapsed += 1000), now: () => systemClock.now() };
}

describe.skipIf(missingPostgres() !== null)("a node on PostgreSQL", () => {
  let postgres: TestPostgres;
  let node: TestNode;
  let partner: TestNode;
  let apiKey: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    afterAll(() => postgres.stop());
    node = await startTestNode({
      atEnd: afterAll,
      variables: { STORE_URL: postgres.url() },
      parts: { limitClock: hastyClock() },
    });
    partner = await startTestNode({ atEnd: afterAll, joins: node });
    await node.internal("POST", "/transfer", {
      body: {
        from: node.address,
        to: partner.address,
        amount: `${10n ** 18n}`,
        token: `0x${"0".repeat(40)}`,
      },
    });
    const made = await node.internal("POST", "/api-keys", {
      body: { name: "conformance", scopes: ["share", "read", "transfer", "admin"] },
    });
    apiKey = String(made.data["key"]);
  }, 60_000);

  const target = (): NodeConformanceTarget => {
    const { internal, external, dashboard } = node.running.urls;
    return {
      internal: { baseUrl: internal },
      external: { baseUrl: external },
      dashboard: { baseUrl: dashboard },
      apiKey,
      address: node.address,
      recipient: partner.address,
      token: {
        address: node.running.chain.development?.demoToken ?? "",
        abi: ["transfer", "balanceOf"].map((name) => ({
          type: "function",
          name,
          inputs: name === "transfer" ? [ADDRESS, NUMBER] : [ADDRESS],
        })),
      },
      receive: () =>
        partner.running.node.shares.share({ data: crypto.randomUUID(), recipient: node.address }),
    };
  };
  nodeConformance({ test, target });

  test("keeps every promise when it is killed while it shares and pays", async () => {
    const { kills, shares, transfers } = await runKills({
      kills: KILLS,
      seed: Date.now() % 1_000_000,
      folder: await tempFolder(onTestFinished),
      deadlineMilliseconds: DEADLINE_MILLISECONDS,
      storeUrl: `${postgres.url()}?schema=killed`,
    });
    expect(kills).toBeGreaterThanOrEqual(3);
    expect(shares + transfers).toBeGreaterThan(0);
  }, 300_000);
});
