/** Three nodes on one chain and one network, everything real; one story. */

import { hash } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { feedCheck } from "../../../test/support/feed-check.ts";
import { listenTo, type EventListener } from "./support/event-listener.ts";
import { fund, startTestNode, type TestNode } from "./support/running-node.ts";

const NATIVE = `0x${"0".repeat(40)}`;
const TEXT = "a quarterly report";
const TEXT_HASH = hash("sha256", TEXT, "hex");
/** A bound for what never comes, whatever else the machine does meanwhile. */
const SLOW = { timeout: 40_000 };

let alice: TestNode;
let bob: TestNode;
let carol: TestNode;
let alicesEvents: EventListener;
let bobsEvents: EventListener;
let demo: string;
let check: (message: unknown) => void;

const typesOf = ({ heard }: EventListener): readonly string[] => heard.map(({ type }) => type);

async function balanceOf(holder: TestNode, token = NATIVE): Promise<bigint> {
  const { data } = await alice.internal("GET", `/balance/${holder.address}?token=${token}`);
  return BigInt(String(data["balance"]));
}

async function statusOf(dataHash: string): Promise<unknown> {
  const { data } = await alice.internal("GET", "/shares");
  const shares = data["shares"] as readonly { data_hash: string; status: string }[];
  return shares.find((share) => share.data_hash === dataHash)?.status;
}

beforeAll(async () => {
  alice = await startTestNode({ atEnd: afterAll });
  [bob, carol] = await Promise.all([
    startTestNode({ atEnd: afterAll, joins: alice }),
    startTestNode({ atEnd: afterAll, joins: alice }),
  ]);
  demo = alice.running.chain.development?.demoToken ?? "";
  for (const node of [bob, carol]) await fund(alice, node.address);
  await vi.waitUntil(async () => {
    const { data } = await alice.external("GET", "/network/peers?healthy=true");
    return data["count"] === 2;
  }, SLOW);
  alicesEvents = await listenTo(alice.running.urls.dashboard);
  bobsEvents = await listenTo(bob.running.urls.dashboard);
  check = await feedCheck(alice.running.urls.dashboard, "/ws");
}, 60_000);

test("every node is healthy, and says on which chain", async () => {
  for (const node of [alice, bob, carol]) {
    const { status, data } = await node.internal("GET", "/health");
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: "healthy",
      components: { blockchain: "connected", p2p_network: "running", encryption: "initialized" },
      chain: { id: 31_337, development: true },
    });
  }
});

describe("a share with a payment in an ERC-20", () => {
  const amount = 5n * 10n ** 18n + 1n;

  test("is paid once, proved on the chain, and delivered", async () => {
    const before = { alice: await balanceOf(alice, demo), bob: await balanceOf(bob, demo) };
    const body = `{"data":${JSON.stringify(TEXT)},"recipient":"${bob.address}","payment_token":"${demo}","payment_amount":${amount}}`;
    const headers = { "Idempotency-Key": "story-1" };
    const first = await alice.external("POST", "/share_data", { body, headers });
    expect(first.status).toBe(201);
    expect(first.headers["data-hash"]).toBe(TEXT_HASH);
    expect(first.data).toEqual({
      success: true,
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as unknown,
      recipient: bob.address,
    });
    const again = await alice.external("POST", "/share_data", { body, headers });
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(await balanceOf(alice, demo)).toBe(before.alice - amount);
    expect(await balanceOf(bob, demo)).toBe(before.bob + amount);
    await expect.poll(() => statusOf(TEXT_HASH), SLOW).toBe("delivered");
  });

  test("is read by sender and recipient, and by nobody else", async () => {
    for (const node of [alice, bob]) {
      const { status, data } = await node.external("GET", `/data/${TEXT_HASH.toUpperCase()}`);
      expect([status, data]).toEqual([200, { hash: TEXT_HASH, data: TEXT }]);
    }
    expect((await carol.external("GET", `/data/${TEXT_HASH}`)).status).toBe(404);
  });

  test("is verified everywhere, out of each node's own index", async () => {
    for (const node of [alice, bob, carol]) {
      const path = `/verify_data/${TEXT_HASH}`;
      const { data } = await node.external("GET", `${path}?sender=${alice.address}`);
      expect(data).toMatchObject({
        hash: TEXT_HASH,
        verified: true,
        event_type: "data_share",
        sender: alice.address,
        records: [{ sender: alice.address, trusted: true }],
      });
      // Without a sender it answers for the wallets that the node trusts: its own.
      const own = await node.external("GET", path);
      expect(own.data["verified"]).toBe(node === alice);
      const history = await node.external("GET", "/compliance_history?filters=data_share,other");
      expect(history.data).toMatchObject({
        count: 1,
        filters: ["data_share", "other"],
        history: [
          {
            event_type: "data_share",
            data_hash: TEXT_HASH,
            sender: alice.address,
            recipient: bob.address,
          },
        ],
      });
    }
  });

  test("is told on both sides in the order in which it happened", async () => {
    await expect.poll(() => typesOf(alicesEvents), SLOW).toContain("compliance.event");
    await expect.poll(() => typesOf(bobsEvents), SLOW).toContain("data.received");
    const told = typesOf(alicesEvents);
    expect(told[0]).toBe("connected");
    expect(told.filter((type) => type === "data.shared")).toHaveLength(1);
    expect(bobsEvents.heard.filter(({ type }) => type === "data.received")).toMatchObject([
      { data: { data_hash: TEXT_HASH, sender: alice.address } },
    ]);
    expect(told).toContain("data.verified");
    await expect.poll(() => typesOf(alicesEvents), SLOW).toContain("token.balance_update");
  });
});

test("of exactly 1 MB passes whole; one byte more is 422 and names the field", async () => {
  const data = "x".repeat(1_048_576);
  const refused = await alice.external("POST", "/share_data", {
    body: { data: `${data}x`, recipient: bob.address },
  });
  expect([refused.status, refused.data["field"]]).toEqual([422, "data"]);
  const { status } = await alice.external("POST", "/share_data", {
    body: { data, recipient: bob.address },
  });
  expect(status).toBe(201);
  const dataHash = hash("sha256", data, "hex");
  await expect.poll(() => statusOf(dataHash), SLOW).toBe("delivered");
  expect((await bob.external("GET", `/data/${dataHash}`)).data["data"]).toBe(data);
});

describe("a transfer", () => {
  const transfer = (amount: string, more: object = {}) =>
    alice.internal("POST", "/transfer", {
      body: `{"from":"${alice.address}","to":"${bob.address}","amount":${amount},"token":"${NATIVE}"${Object.entries(
        more,
      )
        .map(([name, value]) => `,"${name}":${JSON.stringify(value)}`)
        .join("")}}`,
    });

  test("is exact past 2^53, and told", async () => {
    const amount = 9_007_199_254_740_993n;
    const before = await balanceOf(bob);
    const { status, data } = await transfer(amount.toString());
    expect([status, data["success"], data["amount"]]).toEqual([200, true, amount.toString()]);
    expect(await balanceOf(bob)).toBe(before + amount);
    const told = { from: alice.address, to: bob.address, amount: `${amount}` };
    const heard = (): unknown =>
      alicesEvents.heard.findLast(({ type }) => type === "token.transfer_completed");
    await expect.poll(heard, SLOW).toMatchObject({ data: told });
  });

  test.each(["0", "-1", "1.5", '"1.5"', '"abc"', "1e30", String(2n ** 256n), "null", "[]"])(
    "of %s is 422 at amount",
    async (amount) => {
      const { status, data } = await transfer(amount);
      expect([status, data["field"]]).toEqual([422, "amount"]);
    },
  );

  test("of more than there is, from a foreign wallet, or of an unknown token is 422 by name", async () => {
    const rich = await transfer(`"${10n ** 30n}"`);
    expect([rich.status, rich.data["field"]]).toEqual([422, "amount"]);
    const to = { to: bob.address, amount: "1" };
    const foreign = { ...to, from: bob.address, token: NATIVE };
    const unknown = { ...to, from: alice.address, token: `0x${"7".repeat(40)}` };
    for (const [body, field] of [
      [foreign, "from"],
      [unknown, "token"],
    ] as const) {
      const { status, data } = await alice.internal("POST", "/transfer", { body });
      expect([status, data["field"]]).toEqual([422, field]);
    }
  });
});

test("a share that the wallet cannot pay is 422 and leaves nothing", async () => {
  const { data: before } = await carol.internal("GET", "/shares");
  const { status, data } = await carol.external("POST", "/share_data", {
    body: {
      data: "x",
      recipient: bob.address,
      payment_token: NATIVE,
      payment_amount: `${10n ** 30n}`,
    },
  });
  expect([status, data["field"]]).toEqual([422, "payment_amount"]);
  expect((await carol.internal("GET", "/shares")).data).toEqual(before);
});

test("a peer's stop is heard, and its health is seen", async () => {
  await carol.close();
  await expect.poll(() => typesOf(alicesEvents), SLOW).toContain("network.peer_disconnected");
  await expect
    .poll(async () => (await alice.external("GET", "/network/peers")).data["count"], SLOW)
    .toBe(2);
});

test("a node that stops says so to who listens, then closes 1001", async () => {
  await bob.close();
  await expect.poll(() => bobsEvents.closed()?.code, SLOW).toBe(1001);
  expect(typesOf(bobsEvents).at(-1)).toBe("system.node_stopping");
});

test("everything that was heard is what the AsyncAPI document describes", () => {
  expect(new Set(typesOf(alicesEvents)).size).toBeGreaterThan(6);
  for (const message of [...alicesEvents.heard, ...bobsEvents.heard]) check(message);
});
