import { setTimeout as sleep } from "node:timers/promises";

/** Waits until `condition` holds. @throws after 10 s, naming what was waited for */
export async function eventually(what: string, condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`waited 10 s in vain for ${what}`);
    await sleep(5);
  }
}
