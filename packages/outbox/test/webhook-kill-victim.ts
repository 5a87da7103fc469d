/** Acts on a SQLite store, with webhooks to a receiver elsewhere, until it is killed. */
import { systemClock, systemIds } from "@bourse/kernel";
import { openStore } from "@bourse/store";

import { openWebhooks, webhookCollections } from "../src/index.ts";
import { createWebhookSender } from "../src/webhooks/index.ts";
import { acts } from "./support/box.ts";

const [, , url = "", receiver = ""] = process.argv;
const store = await openStore(url, { collections: [acts, ...webhookCollections] });
const sender = createWebhookSender({ allowPrivate: true });
const hooks = openWebhooks({
  store,
  key: new Uint8Array(32).fill(7),
  clock: systemClock,
  ids: systemIds,
  events: ["act.done"],
  refuse: (code, message) => new Error(`${code}: ${message}`),
  webhooks: {
    concurrency: 4,
    sender: {
      ...sender,
      send: async (request, sending) => {
        const status = await sender.send(request, sending);
        process.stdout.write(".");
        return status;
      },
    },
  },
});
if ((await hooks.list("ada")).length === 0) {
  for (const path of ["a", "b"]) {
    await hooks.create("ada", { url: `${receiver}?to=${path}`, events: ["*"] });
  }
}

await hooks.start();
for (let count = 0; ; count++) {
  const id = `${process.pid}-${Date.now()}-${count}`;
  const isRolledBack = count % 3 === 2;
  await store
    .transaction(async (tx) => {
      await tx.insert(acts, { id });
      await hooks.emit(tx, "ada", { type: "act.done", data: { id } });
      if (isRolledBack) throw new Error("rolled back");
    })
    .catch((error: unknown) => {
      if (!isRolledBack) throw error;
    });
  // What is added and what is delivered take turns, so that kills meet both.
  if (count % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 1));
}
