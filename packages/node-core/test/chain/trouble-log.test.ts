import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { troubleLog } from "../../src/chain/trouble-log.ts";

test("trouble that goes on is one line, also two kinds that take turns; another trouble, and the same one later, are lines of their own", async () => {
  const clock = createManualClock();
  const lines: object[] = [];
  const warn = (details: object): void => void lines.push(details);
  const log = troubleLog({ warn }, clock);
  for (let second = 0; second < 60; second++) {
    log({ code: "CHAIN_MISMATCH" });
    await clock.advance(1000);
  }
  log({ code: "CHAIN_UNAVAILABLE" });
  await clock.advance(600_000);
  log({ code: "CHAIN_UNAVAILABLE" });
  for (let second = 0; second < 60; second++) {
    log({ code: "CHAIN_MISMATCH" });
    log({ code: "CHAIN_REJECTED" });
    await clock.advance(1000);
  }
  expect(lines).toEqual([
    { code: "CHAIN_MISMATCH" },
    { code: "CHAIN_UNAVAILABLE" },
    { code: "CHAIN_UNAVAILABLE" },
    { code: "CHAIN_MISMATCH" },
    { code: "CHAIN_REJECTED" },
  ]);
});
