import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test, vi } from "vitest";

import { missingPostgres } from "../../../test/postgres/src/start-postgres.ts";
import { noNats } from "../../../test/support/nats-server.ts";
import { startCluster } from "./support/cluster.ts";
import { tempFolder } from "./support/temp-folder.ts";

const missing = noNats ?? missingPostgres() ?? undefined;

/** A strategy that tells the process that started its own. */
const TELLING = `
export default class {
  static version = "1.0.0";
  onCandle({ index }: { index: number }) {
    if (index === 8) throw new Error("ran under " + process.ppid);
  }
}
`;

describe.skipIf(missing !== undefined)(`own strategies${missing ? ` (${missing})` : ""}`, () => {
  test("run in a process of the worker's, and fail in words where the worker lacks their file", async () => {
    const folder = await tempFolder();
    const folderOf = (role: string): string => join(folder, role);
    for (const [role, names] of [
      ["api", ["shared", "lost"]],
      ["worker", ["shared"]],
    ] as const) {
      mkdirSync(folderOf(role));
      for (const name of names) writeFileSync(join(folderOf(role), `${name}.ts`), TELLING);
    }
    const cluster = await startCluster(["api", "data", "worker"], (role) =>
      role === "data" ? {} : { STRATEGIES_DIR: folderOf(role) },
    );
    onTestFinished(() => cluster.close());
    const failure = async (strategy: string): Promise<unknown> => {
      const sent = await vi.waitFor(
        async () => {
          const answer = await cluster.call("POST", "/backtests", { strategy, limit: 50 });
          expect(answer).toMatchObject({ status: 200 });
          return answer!.body;
        },
        { timeout: 30_000, interval: 200 },
      );
      return await vi.waitFor(
        async () => {
          const answer = await cluster.call("GET", `/jobs/${String(sent["job_id"])}`);
          expect(answer?.body).toMatchObject({ status: "failed" });
          return answer!.body["error"];
        },
        { timeout: 60_000, interval: 200 },
      );
    };
    const [worker] = cluster.of("worker");
    expect(await failure("shared")).toMatch(
      new RegExp(`shared\\.ts:5: Error: ran under ${worker!.pid}\\.$`, "u"),
    );
    expect(await failure("lost")).toBe(
      'The worker of this job has no strategy "lost", which was there when the job was made: give each worker the same strategies, then retry the job.',
    );
  }, 180_000);
});
