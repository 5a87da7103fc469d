/** Approves a draft and kills itself at a step of it: `url`, `step`, and what to do as JSON. */
import { createManualClock } from "@bourse/kernel";
import { openStore } from "@bourse/store";

import { type Actor, createCurationCore, curationCollections } from "../src/index.ts";
import { steppedStore } from "./support/stepped-store.ts";

const [url = "", last = "", task = "{}"] = process.argv.slice(2);
const { actor, id, now } = JSON.parse(task) as { actor: Actor; id: string; now: number };
let isCounting = false;
let steps = 0;
const store = steppedStore(await openStore(url, { collections: curationCollections }), () => {
  if (isCounting && ++steps === Number(last)) process.kill(process.pid, "SIGKILL");
});
const core = await createCurationCore({
  store,
  masterKey: new Uint8Array(32).fill(7),
  keyPublishSeconds: 0,
  clock: createManualClock({ now }),
});
isCounting = true;
await core.review.approve(actor, id);
await core.close();
await store.close();
process.stdout.write(String(steps));
