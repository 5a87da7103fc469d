/** The bus of deploy/replicas: NATS as its compose file starts it, and servers of this package on it. */

import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";

import { openNatsBus } from "@bourse/bus-nats";
import type { Bus, BusFault } from "@bourse/kernel";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  missingPostgres,
  startPostgres,
  type TestPostgres,
} from "../../../test/postgres/src/start-postgres.ts";
import { noNats, startNatsServer } from "../../../test/support/nats-server.ts";
import { startReplicasNats, type ReplicasNats } from "../../../test/support/replicas-nats.ts";
import { startServerProcess } from "./support/server-process.ts";
import { tempFolder } from "./support/temp-folder.ts";

const missing = noNats ?? missingPostgres() ?? undefined;
const PASSWORD = "a-password-of-the-test";
const KEY = "a-key-of-sixteen-or-more";

describe.skipIf(missing !== undefined)(
  `the bus of replicas${missing ? ` (${missing})` : ""}`,
  () => {
    let nats: ReplicasNats;
    let postgres: TestPostgres;
    beforeAll(async () => {
      [nats, postgres] = await Promise.all([startReplicasNats(PASSWORD), startPostgres()]);
    });
    afterAll(async () => {
      await Promise.all([nats.close(), postgres.stop()]);
    });

    const start = async (variables: Readonly<Record<string, string>> = {}) =>
      startServerProcess({
        NODE_ENV: "production",
        API_KEYS: KEY,
        STORE_URL: postgres.url(),
        DATA_DIR: await tempFolder(),
        BUS_URL: nats.url,
        BUS_CA_FILE: nats.caFile,
        ...variables,
      });

    async function open(url: string, ca?: string): Promise<{ bus: Bus; faults: BusFault[] }> {
      const faults: BusFault[] = [];
      const onFault = (fault: BusFault): void => void faults.push(fault);
      const bus = await openNatsBus({ url, onFault, ...(ca !== undefined && { ca }) });
      onTestFinished(() => bus.close());
      return { bus, faults };
    }

    test("takes the servers, with the login and the certificate that the compose file gives them", async () => {
      const worker = await start({ ROLE: "worker" });
      await expect.poll(async () => (await worker.get("/readyz")).status).toBe(200);
      expect(await worker.end("SIGTERM")).toEqual({ code: 0, signal: null });
    });

    test("refuses a client without the password, and with another one", async () => {
      const ca = readFileSync(nats.caFile, "utf8");
      const right = await open(nats.url, ca);
      await right.bus.probe();
      const urls = [
        nats.url.replace(`bourse:${PASSWORD}@`, ""),
        nats.url.replace(PASSWORD, "another-password"),
        nats.url.replace(`bourse:${PASSWORD}@`, "a-token@"),
      ];
      for (const url of urls) {
        const { bus, faults } = await open(url, ca);
        await expect(bus.probe()).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
        expect(String(faults[0]?.error)).toMatch(/authorization/iu);
      }
    });

    test("takes no word without TLS, the right password included", async () => {
      const socket = createConnection(Number(new URL(nats.server.url).port), "127.0.0.1");
      const login = JSON.stringify({ user: "bourse", pass: PASSWORD });
      socket.write(`CONNECT ${login}\r\nPING\r\n`);
      socket.on("error", () => undefined);
      let heard = "";
      socket.on("data", (data) => {
        heard += data.toString("latin1");
      });
      await once(socket, "close");
      expect(heard).toContain("INFO");
      expect(heard).not.toContain("PONG");
    });

    test("is known by its own authority alone: a client that trusts others leaves", async () => {
      const { bus, faults } = await open(nats.url);
      await expect(bus.probe()).rejects.toMatchObject({ code: "BUS_UNAVAILABLE" });
      expect(String(faults[0]?.error)).toMatch(/certificate/iu);
    });

    test("has no secret in the arguments of a process, and a key that its owner alone may read", () => {
      const words = readFileSync(`/proc/${nats.server.pid}/cmdline`, "utf8");
      expect(words).toContain("nats.conf");
      expect(words).not.toContain(PASSWORD);
      const modeOf = (file: string): number => statSync(file).mode & 0o777;
      expect(modeOf(join(nats.volume("nats-tls"), "nats.key"))).toBe(0o600);
      expect(modeOf(nats.caFile)).toBe(0o644);
    });

    test("keeps its certificate at the next start", () => {
      const before = readFileSync(nats.caFile, "utf8");
      nats.makeCertificate();
      expect(readFileSync(nats.caFile, "utf8")).toBe(before);
    });

    test("is not used by a server in production when it asks nobody for a login, and readiness says so", async () => {
      const tls = ["--tlscert", "nats.pem", "--tlskey", "nats.key"].map((word) =>
        word.startsWith("nats.") ? join(nats.volume("nats-tls"), word) : word,
      );
      const open = await startNatsServer(["--tls", ...tls]);
      onTestFinished(() => open.close());
      // This machine, by an address that is none of loopback.
      const BUS_URL = `tls://bourse:${PASSWORD}@0.0.0.0:${new URL(open.url).port}`;
      for (const ROLE of ["api", "worker"]) {
        const server = await start({ ROLE, BUS_URL });
        await expect
          .poll(() => server.get("/readyz"))
          .toMatchObject({
            status: 503,
            body: {
              reason: "The server of the bus lets clients in without credentials, and is not used.",
            },
          });
        await server.end("SIGTERM");
      }
    });
  },
);
