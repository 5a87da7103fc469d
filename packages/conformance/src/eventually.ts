/** Waiting for what a system under test does in its own time. */

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

/** Longest wait in milliseconds. */
const LIMIT = 20_000;
/** Most milliseconds that count between two looks: in a pause of the whole machine nothing can run. */
const LOOK = 100;

/** Waits until `condition` holds; fails with `what` after 20 seconds in which this process ran. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  let waited = 0;
  let looked = performance.now();
  while (!(await condition())) {
    const now = performance.now();
    waited += Math.min(now - looked, LOOK);
    looked = now;
    assert.ok(waited < LIMIT, `never happened: ${what}`);
    await sleep(1);
  }
}
