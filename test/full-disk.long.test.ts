/**
 * A full disk and too few file descriptors: each server says that it is not ready, stays alive, and recovers by itself.
 */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { mountVolume } from "./support/full-volume.ts";
import { drawnCases, isLongRun } from "./support/rounds.ts";
import { startProcess } from "./support/server-process.ts";
import { readiness, SERVICES, startService, write } from "./support/services.ts";
import { root } from "./support/workspace.ts";

const VOLUME_BYTES = 48 * 2 ** 20;

/** Each takes some twenty seconds, so the everyday run has only the first, with its file descriptors. */
const WATCHED = isLongRun ? drawnCases(SERVICES, 2) : [];
const CROWDED = isLongRun ? drawnCases(SERVICES, 2) : SERVICES.slice(0, 1);

describe.each(WATCHED)("$name", (service) => {
  test("on a full disk is not ready, with the reason, and ready again once there is room", async (context) => {
    const volume = mountVolume(VOLUME_BYTES);
    if (volume === undefined) {
      expect(process.env["CI"], "CI has to permit mount(8) for this test").toBeUndefined();
      return context.skip("mounting a volume is not permitted here");
    }
    const server = await startService(service, volume.folder);
    const slowly = { timeout: 30_000, interval: 500 };
    await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
    let count = 0;
    const writeNext = (): Promise<Response | undefined> => write(server, service, count++);
    expect((await writeNext())?.status).toBe(service.write?.ok);

    volume.fill();
    await expect
      .poll(() => readiness(server), slowly)
      .toEqual({
        status: "not ready",
        reason: expect.stringContaining("no room for more") as unknown,
      });
    expect((await fetch(`${server.url}${service.health}`)).status).toBe(503);
    // The log may still have room within itself; in the end every answer is one of these, in the documented shape.
    for (let n = 0; n < 5; n += 1) {
      const answer = await writeNext();
      if (answer === undefined) break;
      expect([service.write?.ok, 500, 503, 507]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toContain("json");
    }

    volume.empty();
    await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
    expect((await writeNext())?.status).toBe(service.write?.ok);
    expect((await fetch(`${server.url}${service.health}`)).status).toBe(200);
    expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
  }, 120_000);
});

describe.each(CROWDED)("$name", (service) => {
  test.skipIf(!existsSync("/proc/self/fd"))(
    "answers again after callers have used up its file descriptors",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "bourse-descriptors-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const main = join(root, "servers", service.name, "src/main.ts");
      const server = await startProcess(
        main,
        { ...service.variables, DATA_DIR: folder },
        { descriptors: 256 },
      );
      const { hostname, port } = new URL(server.url);
      const sockets: Socket[] = [];
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
      });
      for (let n = 0; n < 400; n += 1) {
        sockets.push(connect(Number(port), hostname).on("error", () => undefined));
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      for (const socket of sockets) socket.destroy();
      const ask = async (): Promise<number> =>
        (await fetch(`${server.url}/livez`).catch(() => ({ status: 0 }))).status;
      await expect.poll(ask, { timeout: 30_000, interval: 500 }).toBe(200);
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
    },
    120_000,
  );
});
