/** A database under a stable name, and the four servers on it, each as a process of its own. */

import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { LossyProxy } from "../../postgres/src/lossy-proxy.ts";
import { runSql } from "../../postgres/src/run-sql.ts";
import { startPostgres, type TestPostgres } from "../../postgres/src/start-postgres.ts";
import { mountVolume, type FullVolume } from "../../support/full-volume.ts";
import type { Variables } from "../../support/server-process.ts";
import { SERVICES, startService, type Service } from "../../support/services.ts";
import { Callers } from "./callers.ts";

/** Name, password and database of the servers: words that no answer may hold. */
export const SECRETS = { user: "world_user", password: "world-password", database: "world_data" };

export interface Bed {
  readonly proxy: LossyProxy;
  /** Server to which the name leads. */
  primary: TestPostgres;
  /** Address of the servers' database for its owner, past the proxy. */
  owner(): string;
  /** Folder of the PostgreSQL. */
  readonly folder: string;
  /** Volume of the primary's tables, on which nothing else lies; undefined where mounting is not permitted. */
  readonly volume: FullVolume | undefined;
  readonly callers: readonly Callers[];
}

/** Room for the tables of the four services, and little more. */
const VOLUME_BYTES = 64 * 2 ** 20;

/** Each service beside its `SERVICES`: the table that has one row for each write, and its variables. */
const MORE: Readonly<Record<string, { readonly table: string; readonly variables: Variables }>> = {
  auth: { table: "auth.accounts", variables: { REGISTRATIONS_PER_HOUR: "10000" } },
  curation: { table: "curation.users", variables: { REGISTRATIONS_PER_HOUR: "10000" } },
  backtest: { table: "backtest.jobs", variables: { MAX_UNFINISHED_JOBS: "100000" } },
  node: { table: "node.api_keys", variables: {} },
};

/** A write of the node that needs no chain. */
const NODE_WRITE: NonNullable<Service["write"]> = {
  path: "/api/api-keys",
  body: (n) => ({ name: `world-${n}`, scopes: ["share"] }),
  ok: 201,
};

/** Starts a database in a PostgreSQL of its own, for a user with few rights; its tables lie on the volume. */
export async function startDatabase(folder: string, volume?: FullVolume): Promise<TestPostgres> {
  const postgres = await startPostgres({ folder });
  onTestFinished(() => postgres.stop());
  const { user, password, database } = SECRETS;
  await runSql(postgres.url(), `CREATE ROLE ${user} LOGIN PASSWORD '${password}'`);
  const place = volume === undefined ? "" : `TABLESPACE ${await tablespaceOn(volume, postgres)}`;
  await runSql(postgres.url(), `CREATE DATABASE ${database} OWNER ${user} ${place}`);
  return postgres;
}

async function tablespaceOn(volume: FullVolume, { account, url }: TestPostgres): Promise<string> {
  const location = join(volume.folder, "tables");
  mkdirSync(location);
  if (account !== undefined) chownSync(location, account.uid, account.gid);
  await runSql(url(), `CREATE TABLESPACE small LOCATION '${location}'`);
  return "small";
}

/** Opens the bed; all of it ends with the test. */
export async function openBed(folder: string): Promise<Bed> {
  const volume = mountVolume(VOLUME_BYTES);
  const primary = await startDatabase(folder, volume);
  const proxy = new LossyProxy();
  const port = await proxy.listen(primary.port);
  onTestFinished(() => proxy.close());
  const { user, password, database } = SECRETS;
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const start = async (service: Service): Promise<Callers> => {
    const data = mkdtempSync(join(tmpdir(), `bourse-world-${service.name}-`));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const { table, variables } = MORE[service.name]!;
    const settings = { STORE_URL: url, POOL_SIZE: "5", LOG_LEVEL: "warn", ...variables };
    const server = await startService(service, data, settings);
    const written = { ...service, write: service.write ?? NODE_WRITE, table };
    return new Callers(server, written, () => bed.owner());
  };
  const callers = await Promise.all(SERVICES.map(start));
  const bed: Bed = {
    proxy,
    primary,
    folder,
    volume,
    callers,
    owner: () => bed.primary.url(database),
  };
  return bed;
}
