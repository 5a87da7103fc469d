/** Acts and delivers on a SQLite store until it is killed; a line in a file for each delivery. */
import { appendFileSync } from "node:fs";

import { openStore } from "@bourse/store";

import { createOutbox, outboxCollections } from "../src/index.ts";
import { acts } from "./support/box.ts";

const [, , url = "", file = ""] = process.argv;
const store = await openStore(url, { collections: [acts, ...outboxCollections] });
const outbox = createOutbox<string>({
  store,
  key: new Uint8Array(32).fill(7),
  concurrency: 2,
  // A killed delivery comes back at the next start, not after its whole lease.
  deliverySeconds: 1,
  deliver: async ({ id, payload }) => {
    await new Promise(setImmediate);
    appendFileSync(file, `${id} ${payload}\n`);
    process.stdout.write(".");
  },
});

await outbox.start();
for (let count = 0; ; count++) {
  const name = `${process.pid}-${Date.now()}-${count}`;
  const entry = await outbox.prepare(`mail of ${name}`);
  const isRolledBack = count % 3 === 2;
  await store
    .transaction(async (tx) => {
      await tx.insert(acts, { id: name });
      await outbox.add(tx, entry);
      if (isRolledBack) throw new Error("rolled back");
    })
    .catch((error: unknown) => {
      if (!isRolledBack) throw error;
    });
  // What is added and what is delivered take turns, so that kills meet both.
  if (count % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 1));
}
