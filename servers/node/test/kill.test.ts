import { expect, onTestFinished, test } from "vitest";

import { runKills } from "./kill/run-kills.ts";
import { tempFolder } from "./support/temp-folder.ts";

const KILLS = 60;
/** A slow machine tries fewer; the whole is `node -C @bourse/source servers/node/test/kill/run.ts`. */
const DEADLINE_MILLISECONDS = 80_000;

test("a node that is killed while it shares and pays keeps every promise, each exactly once", async () => {
  const folder = await tempFolder(onTestFinished);
  const seed = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000);
  const report = await runKills({
    kills: KILLS,
    seed,
    folder,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
  });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  expect(report.kills).toBeGreaterThanOrEqual(5);
  expect(report.shares).toBeGreaterThan(report.transfers);
}, 300_000);
