/** Routes that need no chain answer while its endpoint fails, and before it has answered anybody. */

import { hash } from "node:crypto";

import { createManualClock } from "@bourse/kernel";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import type { Answer } from "./support/calls.ts";
import { routesWithoutChain, type Ask } from "./support/routes-without-chain.ts";
import { startRpcProxy, type Fault, type RpcProxy } from "./support/rpc-proxy.ts";
import { fund, joiningVariables, startTestNode, type TestNode } from "./support/running-node.ts";

const TEXT = "asked for while the chain is away";
/** Each route so often: the first answer may be one that was kept from better days. */
const ROUNDS = 20;

let chainOwner: TestNode;
let proxy: RpcProxy;
let node: TestNode;
let routes: readonly Ask[];

beforeAll(async () => {
  chainOwner = await startTestNode({ atEnd: afterAll });
  proxy = await startRpcProxy(chainOwner.running.chain.development?.url ?? "");
  afterAll(() => proxy.close());
  // Nobody is limited whose clock runs a second for each request.
  const clock = createManualClock();
  node = await startTestNode({
    atEnd: afterAll,
    variables: { ...joiningVariables(chainOwner), BLOCKCHAIN_URL: proxy.url },
    // Long: who waits for an endpoint that hangs is to be seen waiting.
    parts: { limitClock: clock, rpcTimeoutMilliseconds: 30_000 },
  });
  await fund(chainOwner, node.address);
  const isShared = async () => (await share(TEXT)).status === 201;
  await vi.waitUntil(isShared, { timeout: 40_000 });
  routes = routesWithoutChain(node, hash("sha256", TEXT, "hex"), () => clock.advance(1000));
}, 90_000);

const share = (data: string) =>
  node.external("POST", "/share_data", { body: { data, recipient: chainOwner.address } });

async function* answers(): AsyncGenerator<Answer> {
  for (let round = 0; round < ROUNDS; round++) for (const ask of routes) yield await ask();
}

test("while the endpoint hangs every one answers, before a question to the chain has ended", async () => {
  proxy.fault = "hanging";
  let isShareAnswered = false;
  const waiting = share("shared while hanging").finally(() => {
    isShareAnswered = true;
  });
  await vi.waitUntil(() => proxy.hanging().length > 0, { timeout: 20_000 });
  const [question] = proxy.hanging();
  for await (const answer of answers()) {
    expect(answer).toMatchObject({ status: 200 });
    expect(proxy.hanging(), "the question that hung before hangs still").toContain(question);
    expect(isShareAnswered, "who waits for the chain waits still").toBe(false);
  }
  proxy.fault = "none";
  proxy.release();
  await waiting;
}, 120_000);

test.each<Fault>(["away", "flapping"])(
  "while the endpoint is %s every one answers",
  async (fault) => {
    proxy.fault = fault;
    const waiting = share(`shared while ${fault}`);
    for await (const answer of answers()) expect(answer).toMatchObject({ status: 200 });
    proxy.fault = "none";
    await waiting;
  },
  120_000,
);
