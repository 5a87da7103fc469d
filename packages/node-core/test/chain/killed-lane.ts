/** A process that pays by a lane and kills itself at the n-th step; without such a step it ends by itself. */
import { openStore } from "@bourse/store";

import { chainCollections } from "../../src/chain/collections.ts";
import { createTransactionLane } from "../../src/chain/lane/transaction-lane.ts";
import type { ChainRpc } from "../../src/chain/port.ts";
import { createJsonRpc } from "../../src/chain/rpc/json-rpc.ts";
import { stepping } from "./stepping.ts";
import { killIntents, walletOf } from "./wallet.ts";

const [path = "", url = "", chainId = "", wallet = "", round = "", killAt = ""] =
  process.argv.slice(2);

let left = Number(killAt);
const step = (): void => {
  if (--left === 0) process.kill(process.pid, "SIGKILL");
};

const store = stepping(
  await openStore(`sqlite:${path}`, { collections: chainCollections }),
  ["transaction"],
  step,
);
const rpc: ChainRpc = stepping(
  createJsonRpc({ urls: [url], chainId: Number(chainId) }),
  ["batch"],
  step,
);
const lane = createTransactionLane({
  rpc,
  chainId: Number(chainId),
  signer: walletOf(Number(wallet)),
  store,
  confirmations: 1,
  pollMilliseconds: 5,
});
const intents = killIntents(Number(wallet), Number(round));
await store.transaction(async (tx) => {
  for (const intent of intents) await lane.enqueue(tx, intent);
});
await lane.start();
await Promise.all(intents.map(({ id }) => lane.settled(id)));
await lane.stop();
await store.close();
