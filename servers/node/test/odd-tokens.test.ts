/** Payments in tokens that log or move other than the standard says, over HTTP, on a real chain between two nodes. */

import { hash } from "node:crypto";

import { getCreateAddress, Interface, Wallet } from "ethers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import {
  SPLIT_TOKEN,
  TWO_FACED_TOKEN,
  BOASTING_TOKEN,
  UNINDEXED_TOKEN,
} from "../../../packages/node-core/test/chain/contracts/awkward-tokens.ts";
import { fund, startTestNode, type TestNode } from "./support/running-node.ts";

const ABI = new Interface([
  "function mint(address to, uint256 amount)",
  "function transfer(address to, uint256 amount) returns (bool)",
  "function balanceOf(address owner) view returns (uint256)",
]);
const DEPLOYER = new Wallet(`0x${"de".repeat(32)}`);
const SLOW = { timeout: 40_000 };

let alice: TestNode;
let bob: TestNode;
let nonce = 0;

beforeAll(async () => {
  alice = await startTestNode({ atEnd: afterAll });
  bob = await startTestNode({ atEnd: afterAll, joins: alice });
  await fund(alice, DEPLOYER.address);
  await vi.waitUntil(async () => {
    const { data } = await alice.external("GET", "/network/peers?healthy=true");
    return data["count"] === 1;
  }, SLOW);
}, 60_000);

async function send(to: string | null, data: string): Promise<void> {
  const raw = await DEPLOYER.signTransaction({
    chainId: 31_337,
    type: 2,
    nonce: nonce++,
    to,
    data,
    gasLimit: 3_000_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  });
  const answer = await fetch(alice.running.chain.development?.url ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_sendRawTransaction",
      params: [raw],
    }),
  });
  expect(await answer.json()).toHaveProperty("result");
}

/** A token on the chain and on alice's list, of which alice has 10,000. */
async function tokenOf({ bytecode }: { readonly bytecode: string }): Promise<string> {
  const token = getCreateAddress({ from: DEPLOYER.address, nonce });
  await send(null, bytecode);
  await send(token, ABI.encodeFunctionData("mint", [alice.address, 10_000n]));
  const body = { address: token, abi: JSON.parse(ABI.formatJson()) as unknown };
  expect((await alice.internal("POST", "/tokens", { body })).status).toBe(201);
  return token;
}

async function heldByBob(token: string): Promise<unknown> {
  const { data } = await alice.internal("GET", `/balance/${bob.address}?token=${token}`);
  return data["balance"];
}

const headers = (key: string) => ({ "Idempotency-Key": key });

test.each([
  ["without indexed parts", UNINDEXED_TOKEN],
  ["as two halves", SPLIT_TOKEN],
])(
  "a share that is paid in a token that logs %s is 201, delivered, and paid once",
  async (how, artifact) => {
    const token = await tokenOf(artifact);
    const text = `paid in a token that logs ${how}`;
    const body = {
      data: text,
      recipient: bob.address,
      payment_token: token,
      payment_amount: "1000",
    };
    const share = () =>
      alice.external("POST", "/share_data", { body, headers: headers(how.replaceAll(" ", "-")) });
    const first = await share();
    expect([first.status, first.data["success"]]).toEqual([201, true]);
    const again = await share();
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(await heldByBob(token)).toBe("1000");
    const dataHash = hash("sha256", text, "hex");
    await expect
      .poll(async () => (await bob.external("GET", `/data/${dataHash}`)).data["data"], SLOW)
      .toBe(text);
    const { data } = await alice.external("GET", `/verify_data/${dataHash}`);
    expect(data["verified"]).toBe(true);
  },
  60_000,
);

test("a transfer of a token that keeps a part is 422 with what would arrive, and moves nothing", async () => {
  const token = await tokenOf(BOASTING_TOKEN);
  const body = { from: alice.address, to: bob.address, amount: "1000", token };
  const { status, data } = await alice.internal("POST", "/transfer", { body });
  expect(status).toBe(422);
  expect(data["error"]).toMatch(/nothing was paid: Only 980 of 1000 would arrive/);
  expect(await heldByBob(token)).toBe("0");
});

test("a transfer that brings less than its simulation is 200 with what arrived, and made once", async () => {
  const token = await tokenOf(TWO_FACED_TOKEN);
  const body = { from: alice.address, to: bob.address, amount: "1000", token };
  const pay = () => alice.internal("POST", "/transfer", { body, headers: headers("two-faces") });
  const first = await pay();
  expect(first).toMatchObject({
    status: 200,
    data: { success: true, amount: "1000", received: "980" },
  });
  expect(await pay()).toMatchObject({ status: 200, data: first.data });
  expect(await heldByBob(token)).toBe("980");
  const { data } = await alice.internal("GET", "/transactions?limit=1");
  expect(data["transactions"]).toMatchObject([
    {
      state: "confirmed",
      received: "980",
      cause: "It succeeded, and 980 of 1000 arrived at the payee.",
    },
  ]);
});
