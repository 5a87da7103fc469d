/** A log that cannot be written costs lines and nothing else: requests are answered, SIGTERM ends the process. */

import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { mountVolume } from "./support/full-volume.ts";
import { startProcess, type ServerProcess } from "./support/server-process.ts";
import { SERVICES, type Service } from "./support/services.ts";
import { root } from "./support/workspace.ts";

const REQUESTS = 20;

describe.each(SERVICES)("$name", (service) => {
  test.skipIf(!existsSync("/dev/full"))(
    "answers and ends at SIGTERM while its log goes to a full device",
    async () => {
      const full = openSync("/dev/full", "w");
      const server = await start(service, full);
      await answerAll(server, service);
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
    },
  );

  test("answers while the volume of its log is full, and tells the lost lines once there is room", async (context) => {
    const volume = mountVolume();
    if (volume === undefined) {
      expect(process.env["CI"], "CI has to permit mount(8) for this test").toBeUndefined();
      return context.skip("mounting a volume is not permitted here");
    }
    const path = join(volume.folder, "log");
    const server = await start(service, openSync(path, "a"));
    volume.fill();
    await answerAll(server, service);
    volume.empty();
    await answerAll(server, service);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line.includes("lines lost"))
      .map((line) => JSON.parse(line) as { lost: number; code: string });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.code).toBe("ENOSPC");
    expect(lines[0]?.lost).toBeGreaterThan(0);
  });
});

async function start({ name, variables }: Service, log: number): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-full-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(root, "servers", name, "src/main.ts");
  return await startProcess(main, { ...variables, DATA_DIR: folder }, log);
}

async function answerAll(server: ServerProcess, { health }: Service): Promise<void> {
  for (let request = 0; request < REQUESTS; request++) {
    expect((await fetch(`${server.url}${health}`)).status).toBe(200);
  }
}
