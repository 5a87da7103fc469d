/** The four servers and their doctor on a database with few connections, and with a clock that is apart from its. */

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { runBourseProcess, type Variables } from "../support/server-process.ts";
import { readiness, SERVICES, startService, write } from "../support/services.ts";
import { missingPostgres, startPostgres, type TestPostgres } from "./src/start-postgres.ts";

const LIBRARY = `/usr/lib/${process.arch === "x64" ? "x86_64" : "aarch64"}-linux-gnu/faketime/libfaketimeMT.so.1`;
const POOL_SIZE = 3;

const missing = missingPostgres();

describe.skipIf(missing !== null).for(SERVICES)("$name", { timeout: 240_000 }, (service) => {
  let server: TestPostgres;
  let admin: Client;
  let roles = 0;
  const most = service.name === "node" ? 2 * (POOL_SIZE + 1) + 1 : POOL_SIZE + 1;
  beforeAll(async () => {
    server = await startPostgres();
    admin = new Client(server.url());
    await admin.connect();
  }, 60_000);
  afterAll(async () => {
    await admin.end();
    await server.stop();
  });

  function tempFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), `bourse-${service.name}-`));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }

  /** Variables for a user of its own, who may have so many connections. */
  async function limitedTo(connections: number): Promise<Variables> {
    const role = `${service.name}_${(roles += 1)}`;
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT ${connections}`);
    await admin.query(`CREATE DATABASE ${role} OWNER ${role}`);
    const url = `postgres://${role}:few@127.0.0.1:${server.port}/${role}`;
    return { STORE_URL: url, POOL_SIZE: String(POOL_SIZE), LOG_FORMAT: "json" };
  }

  test("opens no more connections than POOL_SIZE lets it, and answers all requests with fewer", async () => {
    const enough = await limitedTo(most + 2);
    const running = await startService(service, tempFolder(), enough);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => write(running, service, n)),
    );
    expect(new Set(answers.map((answer) => answer?.status))).toEqual(new Set([service.write?.ok]));
    const { username } = new URL(enough["STORE_URL"]!);
    const { rows } = await admin.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1",
      [username],
    );
    expect((rows[0] as { readonly n: number }).n).toBeLessThanOrEqual(most);
    expect(running.output()).not.toContain("connections to PostgreSQL");
    // A node has ports of its own.
    await running.end("SIGTERM");

    const few = await startService(service, tempFolder(), {
      ...(await limitedTo(service.name === "node" ? 8 : 4)),
      POOL_SIZE: "10",
    });
    const more = await Promise.all(Array.from({ length: 30 }, (_, n) => write(few, service, n)));
    expect(new Set(more.map((answer) => answer?.status))).toEqual(new Set([service.write?.ok]));
    await expect.poll(() => readiness(few), { timeout: 30_000 }).toEqual({ status: "ready" });
    expect(few.output()).toMatch(/uses up to 11 connections to PostgreSQL, which has \d left/);
  });

  test("is told by its doctor how many connections there are, and whether the clocks agree", async () => {
    const DATA_DIR = tempFolder();
    const variables = { ...service.variables, DATA_DIR };
    const well = await runBourseProcess([service.name, "doctor"], {
      ...variables,
      ...(await limitedTo(40)),
    });
    expect(well.output).toMatch(
      new RegExp(`ok +PostgreSQL gives 40 connections .*uses up to ${most}\\b`),
    );
    expect(well.output).toMatch(/ok +the clocks of this machine and of PostgreSQL agree/);
    expect(well.output).not.toContain(":few@");
    const ill = await runBourseProcess([service.name, "doctor"], {
      ...variables,
      ...(await limitedTo(most - 1)),
    });
    expect(ill.output).toMatch(/problem +PostgreSQL gives \d connections .*a smaller POOL_SIZE/);
    expect(ill.code).toBe(1);
  });

  test.skipIf(!existsSync(LIBRARY))(
    "does not start with a clock 8 s from the database's, and starts with a warning 3 s from it",
    async () => {
      const store = await limitedTo(40);
      const shifted = (FAKETIME: string): Variables => ({
        ...store,
        LD_PRELOAD: LIBRARY,
        FAKETIME,
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      });
      await expect(startService(service, tempFolder(), shifted("-8s"))).rejects.toThrow(
        /clock of this machine is [78]\.\d s behind that of PostgreSQL, expected at most 5 s/,
      );
      const apart = await startService(service, tempFolder(), shifted("+3s"));
      expect(apart.output()).toMatch(/clock of this machine is [23]\.\d s ahead of/);
      await expect.poll(() => readiness(apart), { timeout: 30_000 }).toEqual({ status: "ready" });
    },
  );
});
