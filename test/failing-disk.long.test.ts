/**
 * A disk that fails for a while: nothing is acknowledged that is not kept, and each server recovers by itself. In long
 * runs only.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { DISK_FAULTS, isInstalled, slowDown } from "./support/disk-faults.ts";
import { drawnCases, isLongRun } from "./support/rounds.ts";
import type { ServerProcess } from "./support/server-process.ts";
import { readiness, SERVICES, startService, write, type Service } from "./support/services.ts";

const TRIED = SERVICES.flatMap((service) => DISK_FAULTS.map((fault) => ({ service, fault })));
const slowly = { timeout: 60_000, interval: 500 };

describe.each(drawnCases(TRIED, 4))("$service.name with $fault.name", ({ service, fault }) => {
  test.skipIf(!isLongRun || !isInstalled(fault.program))(
    "answers 503 while it lasts, is not ready, keeps what it acknowledged and goes on afterwards",
    async () => {
      const folder = temporaryFolder();
      const server = await startService(service, folder);
      await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
      const acknowledged: Acknowledged[] = [];
      await expectWritten(server, service, 0, acknowledged);

      const end = await fault.begin(server.pid, folder);
      for (let n = 1; n <= 5; n += 1) {
        const answer = await write(server, service, n);
        if (answer === undefined) break;
        expect(answer.status).toBe(503);
        expect(answer.headers.get("x-error-code")).toBe("STORE_IO");
        expect(answer.headers.get("retry-after")).toBe("5");
        expect(await answer.text()).not.toContain(folder);
      }
      const notReady = { status: "not ready", reason: "The store cannot be written." };
      await expect.poll(() => readiness(server), slowly).toEqual(notReady);
      expect((await fetch(`${server.url}${service.health}`)).status).toBe(503);
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);

      await end();
      await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
      await expectWritten(server, service, 6, acknowledged);
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
      await expectKept(service, folder, acknowledged);
    },
    240_000,
  );
});

describe.each(drawnCases(SERVICES, 2))("$name with a slow disk", (service) => {
  test.skipIf(!isLongRun || !isInstalled("strace"))(
    "answers every request in the end, and ends at SIGTERM",
    async () => {
      const folder = temporaryFolder();
      const server = await startService(service, folder);
      await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
      const end = await slowDown(server.pid, folder, 300);
      const acknowledged: Acknowledged[] = [];
      for (let n = 0; n < 5; n += 1) {
        const written = expectWritten(server, service, n, acknowledged);
        expect((await fetch(`${server.url}/livez`)).status).toBe(200);
        expect((await fetch(`${server.url}${service.health}`)).status).toBe(200);
        await written;
      }
      expect(await readiness(server)).toEqual({ status: "ready" });
      await end();
      expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
      await expectKept(service, folder, acknowledged);
    },
    240_000,
  );
});

interface Acknowledged {
  readonly n: number;
  /** Id of the job, where the service made one. */
  readonly job: string | undefined;
}

async function expectWritten(
  server: ServerProcess,
  service: Service,
  n: number,
  acknowledged: Acknowledged[],
): Promise<void> {
  const answer = await write(server, service, n);
  if (answer === undefined) return;
  const text = await answer.text();
  expect(answer.status, text).toBe(service.write?.ok);
  acknowledged.push({ n, job: (JSON.parse(text) as { readonly job_id?: string }).job_id });
}

/** After a restart what was acknowledged cannot be written again; a job is there. */
async function expectKept(
  service: Service,
  folder: string,
  acknowledged: readonly Acknowledged[],
): Promise<void> {
  const server = await startService(service, folder);
  await expect.poll(() => readiness(server), slowly).toEqual({ status: "ready" });
  for (const { n, job } of acknowledged) {
    const answer =
      job === undefined
        ? await write(server, service, n)
        : await fetch(`${server.url}/api/jobs/${job}`);
    expect(answer?.status).toBe(job === undefined ? service.write?.again : 200);
  }
  expect(await server.end("SIGTERM")).toMatchObject({ code: 0, signal: null });
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "bourse-failing-disk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
