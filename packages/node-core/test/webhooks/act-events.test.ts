/** Events of acts are told in the transactions of the acts. */
import type { Entity, Collection, Transaction } from "@bourse/kernel";
import { expect, test } from "vitest";

import { NATIVE_TOKEN } from "../../src/address.ts";
import type { ActEvents } from "../../src/events/act-events.ts";
import { receivedData } from "../../src/inbox/received-document.ts";
import { createMemoryHub } from "../../src/peers/index.ts";
import { shareDocuments } from "../../src/shares/share-document.ts";
import { createNodeTokens } from "../../src/transfers/node-tokens.ts";
import { shareNode } from "../shares/support/share-world.ts";

/** Notes each event with what its transaction sees of the act; throws at the first one of `failing`. */
function noted(of: Collection<Entity>, failing = "") {
  const told: (readonly [type: string, seen: number])[] = [];
  let isFailed = false;
  const acts: ActEvents = {
    tell: async (tx, type) => {
      if (type === failing && !isFailed) {
        isFailed = true;
        throw new Error("the store has failed");
      }
      told.push([type, (await (tx as Transaction).find(of)).items.length]);
    },
  };
  return { acts, told };
}

test("a share is proved and received with its events, and neither where the event is not stored", async () => {
  const hub = createMemoryHub();
  const [sent, got] = [
    noted(shareDocuments),
    noted(receivedData as Collection<Entity>, "data.received"),
  ];
  const bob = shareNode({ hub, acts: got.acts });
  await bob.start();
  const alice = shareNode({ hub, acts: sent.acts, initialPeers: bob.peers.multiaddrs() });
  await alice.start();
  await expect.poll(() => alice.peers.resolve(bob.identity.address)).toBeDefined();
  await alice.shares.share(
    { data: "a report", recipient: bob.identity.address },
    { request: { key: "one", scope: "test" } },
  );
  await expect.poll(() => sent.told).toEqual([["data.shared", 1]]);
  // The first attempt kept nothing: the share is brought again.
  await expect.poll(() => got.told, { timeout: 10_000 }).toEqual([["data.received", 1]]);
  expect((await bob.inbox.list()).received).toHaveLength(1);
});

test("a token is added with its event in one transaction, and told to listeners once it is there", async () => {
  const steps: string[] = [];
  const tokens = createNodeTokens(
    {
      list: async () => [],
      get: async () => undefined,
      balanceOf: async () => 0n,
      add: async (address, _abi, also) => {
        const token = { address, type: "erc20", symbol: "TOK", decimals: 0 } as const;
        await also?.({} as Transaction, token);
        steps.push("committed");
        return { token, created: true };
      },
    },
    { emit: (type) => void steps.push(`emitted ${type}`) },
    { tell: async (_tx, type) => void steps.push(`told ${type}`) },
  );
  await tokens.add(NATIVE_TOKEN.replace(/.$/, "1"), []);
  expect(steps).toEqual(["told token.added", "committed", "emitted token.added"]);
});
