import { createManualClock, type AuditFacts } from "@bourse/kernel";
import { expect, test } from "vitest";

import { createWrongKeys } from "../src/index.ts";

function started() {
  const rows: AuditFacts[] = [];
  const clock = createManualClock({ now: Date.UTC(2026, 0, 15) });
  const trail = { append: (row: AuditFacts) => void rows.push(row), flush: async () => {} };
  return { rows, clock, wrongKeys: createWrongKeys({ trail, clock }) };
}

test("wrong keys of an address wait past 300 a minute, those of another do not", () => {
  const { wrongKeys } = started();
  const waits = Array.from({ length: 940 }, () => wrongKeys.count("203.0.113.9"));
  expect(waits.filter((wait) => wait === undefined)).toHaveLength(300);
  expect(waits.at(-1)).toBeGreaterThan(0);
  expect(wrongKeys.count("203.0.113.10")).toBeUndefined();
});

test("the audit trail gets one row with their number a minute after the first, and the rest at the end", async () => {
  const { rows, clock, wrongKeys } = started();
  for (let count = 0; count < 940; count++) wrongKeys.count("203.0.113.9");
  expect(rows).toEqual([]);
  await clock.advance(60_000);
  const row = {
    action: "key.refused",
    actor: "anonymous",
    outcome: "refused",
    address: "203.0.113.9",
  };
  expect(rows).toEqual([expect.objectContaining({ ...row, details: { attempts: 940 } })]);
  wrongKeys.count("203.0.113.9");
  await wrongKeys.close();
  expect(rows[1]).toMatchObject({ ...row, details: { attempts: 1 } });
});

test("a flood of addresses makes no more than 1,001 rows, and loses no attempt", async () => {
  const { rows, wrongKeys } = started();
  for (let count = 0; count < 5000; count++) {
    wrongKeys.count(`198.51.${Math.floor(count / 250)}.${count % 250}`);
  }
  await wrongKeys.close();
  expect(rows).toHaveLength(1001);
  const attempts = rows.map(({ details }) => Number(details?.["attempts"]));
  expect(attempts.reduce((sum, number) => sum + number)).toBe(5000);
});
