/** Routes that need no chain are as quick while its endpoint fails as they are otherwise. */

import { hash } from "node:crypto";

import { createManualClock } from "@bourse/kernel";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { p99Of, routesWithoutChain, type Ask } from "./support/routes-without-chain.ts";
import { startRpcProxy, type Fault, type RpcProxy } from "./support/rpc-proxy.ts";
import { fund, joiningVariables, startTestNode, type TestNode } from "./support/running-node.ts";

const TEXT = "asked for while the chain is away";
const REQUESTS = 900;
/** A route that waited for an endpoint would take hundreds of times as long, or for ever. */
const MOST_TIMES_SLOWER = 25;

let chainOwner: TestNode;
let proxy: RpcProxy;
let node: TestNode;
let ask: readonly Ask[];

beforeAll(async () => {
  chainOwner = await startTestNode({ atEnd: afterAll });
  proxy = await startRpcProxy(chainOwner.running.chain.development?.url ?? "");
  afterAll(() => proxy.close());
  // Nobody is limited whose clock runs a second for each request.
  const clock = createManualClock();
  node = await startTestNode({
    atEnd: afterAll,
    variables: { ...joiningVariables(chainOwner), BLOCKCHAIN_URL: proxy.url },
    parts: { limitClock: clock },
  });
  await fund(chainOwner, node.address);
  const body = { data: TEXT, recipient: chainOwner.address };
  const isShared = async () =>
    (await node.external("POST", "/share_data", { body })).status === 201;
  await vi.waitUntil(isShared, { timeout: 40_000 });
  ask = routesWithoutChain(node, hash("sha256", TEXT, "hex"), () => clock.advance(1000));
}, 90_000);

test.each<Fault>(["away", "hanging", "flapping"])(
  "while the endpoint is %s every one answers, and their p99 is what it was",
  async (fault) => {
    const before = await p99Of(ask, REQUESTS);
    proxy.fault = fault;
    // Somebody waits for the chain all the while.
    const body = { data: `shared while ${fault}`, recipient: chainOwner.address };
    const waiting = node.external("POST", "/share_data", { body });
    const during = await p99Of(ask, REQUESTS);
    proxy.fault = "none";
    await waiting;
    const after = await p99Of(ask, REQUESTS);
    const ratio = during / Math.max(before, after);
    process.stdout.write(`p99 while the endpoint is ${fault}: ×${ratio.toFixed(2)}\n`);
    expect(ratio).toBeLessThan(MOST_TIMES_SLOWER);
  },
  120_000,
);
