/** The scaling guide shows what the capacity model prints, and the model keeps its own bounds. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import costs from "../bench/scale/costs.json" with { type: "json" };
import { capacityOf, DEFAULT_LOAD, workersFedBy } from "../bench/scale/plan.ts";
import { root } from "./support/workspace.ts";

test("the guide shows what the model prints from the measured costs", () => {
  const words = ["-C", "@bourse/source", "bench/scale/capacity.ts"];
  const printed = execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  const guide = readFileSync(join(root, "docs/guides/scaling.md"), "utf8");
  expect(guide).toContain(`\`\`\`text\n${printed}\`\`\``);
});

describe("the plan for a small load", () => {
  const load = { ...DEFAULT_LOAD, users: 20_000, markets: 10_000, workers: 12 };
  const parts = capacityOf(costs, load);
  const find = (name: string) => parts.find((part) => part.name === name);

  test("keeps every part but the workers below its bounds", () => {
    for (const { name, outcome, cores } of parts) {
      if (name === "workers") continue;
      expect(cores, name).toBeGreaterThan(0);
      expect(outcome.p99WaitSeconds, name).toBeLessThanOrEqual(0.05);
      expect(outcome.utilisation, name).toBeLessThan(0.75);
    }
  });

  test("has as many jobs as keep the workers busy to the given part of their time", () => {
    const workers = find("workers");
    expect(workers?.cores).toBe(12);
    expect(workers?.outcome.utilisation).toBeCloseTo(0.7, 1);
    expect((workers?.perSecond ?? 0) * (workers?.meanSeconds ?? 0)).toBeCloseTo(0.7 * 12, 9);
  });

  test("has the memory of the markets in each curation replica", () => {
    expect(find("curation replicas")?.replicas).toMatch(/^1, 0\.0 GiB each$/);
  });

  test("takes more cores for a hundred times the users", () => {
    const more = capacityOf(costs, { ...load, users: 2_000_000 });
    const coresOf = (all: typeof parts, name: string) =>
      all.find((part) => part.name === name)?.cores ?? 0;
    expect(coresOf(more, "auth replicas")).toBeGreaterThan(coresOf(parts, "auth replicas"));
    expect(coresOf(more, "curation replicas")).toBeGreaterThan(coresOf(parts, "curation replicas"));
  });
});

test("a database feeds as many workers as its cores have time for", () => {
  const one = { server: 0, data: 0, nats: 0, postgres: 0.01, worker: 0.5 };
  const jobs = Object.fromEntries(Object.keys(costs.jobs).map((name) => [name, one]));
  expect(new Set(workersFedBy({ ...costs, jobs }, 10).values())).toEqual(new Set([350]));
});
