/**
 * Two node processes of one wallet over one PostgreSQL, on a real chain. Whatever happens to the writer, each payment
 * is made exactly once, each share that was acknowledged is there, and the events go on with the same ids.
 */

import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { layoutOf } from "@bourse/node-core/files";
import { missingPostgres, startPostgres, type TestPostgres } from "test-postgres";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";

import { freePorts } from "../../../test/support/free-ports.ts";
import { nodeVariables } from "../../../test/support/node-variables.ts";
import { rounds } from "../../../test/support/rounds.ts";
import { startProcess, type ServerProcess } from "../../../test/support/server-process.ts";
import { checkPromises } from "./kill/check-promises.ts";
import { errandsOf, prepare, type World } from "./kill/run-kills.ts";
import { call, type Answer } from "./support/calls.ts";
import { followFeed, type FeedFollower } from "./support/feed-follower.ts";
import { startRpcProxy, type RpcProxy } from "./support/rpc-proxy.ts";
import { joiningVariables, KEY, startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const PASSWORD = "a password of tests";
const NATIVE = `0x${"0".repeat(40)}`;
/** The longest time in milliseconds for which nobody may be the writer. */
const TAKEOVER_MILLISECONDS = 10_000;
/** The longest time in milliseconds after the return of the database. */
const RECOVERY_MILLISECONDS = 5000;
const KILLS = rounds(3, 12);

/** One of the two places in which a node of the wallet runs. */
interface Place {
  readonly variables: Readonly<Record<string, string>>;
  readonly urls: {
    readonly internal: string;
    readonly external: string;
    readonly dashboard: string;
  };
  readonly proxy: RpcProxy;
  running: ServerProcess | undefined;
}

describe.skipIf(missingPostgres() !== null)("a node and its standby", () => {
  let postgres: TestPostgres;
  let witness: TestNode;
  let world: World;
  let places: readonly [Place, Place];

  beforeAll(async () => {
    postgres = await startPostgres();
    afterAll(() => postgres.stop());
    const folder = await tempFolder(afterAll);
    witness = await startTestNode({ atEnd: afterAll });
    world = await prepare(witness, folder, Date.now() % 1_000_000);
    places = [await placeOf(folder, "one"), await placeOf(folder, "two")];
  }, 60_000);

  /** A place with a copy of the wallet and an access to the chain of its own. */
  async function placeOf(folder: string, name: string): Promise<Place> {
    const joining = joiningVariables(witness);
    const proxy = await startRpcProxy(joining["BLOCKCHAIN_URL"] ?? "");
    afterAll(() => proxy.close());
    const keys = layoutOf(world.config.DATA_DIR).keystore;
    const dataFolder = join(folder, name);
    await cp(keys, layoutOf(dataFolder).keystore, { recursive: true });
    const port = await freePorts(4);
    return {
      variables: {
        ...joining,
        ...(await nodeVariables(port)),
        BLOCKCHAIN_URL: proxy.url,
        NODE_STORE_URL: postgres.url(),
        DATA_DIR: dataFolder,
        KEYSTORE_PASSWORD: PASSWORD,
        API_KEYS: KEY,
        LOG_LEVEL: "WARNING",
      },
      urls: {
        internal: `http://127.0.0.1:${port}`,
        external: `http://127.0.0.1:${port + 1}`,
        dashboard: `http://127.0.0.1:${port + 2}`,
      },
      proxy,
      running: undefined,
    };
  }

  async function begin(place: Place): Promise<void> {
    place.running = await startProcess(MAIN, place.variables);
  }

  /** Both nodes, and a program that follows their events. */
  async function beginBoth(): Promise<FeedFollower> {
    for (const place of places) await begin(place);
    const feed = followFeed(places.map(({ urls }) => urls.dashboard));
    onTestFinished(() => feed.close());
    return feed;
  }

  /** Undefined when it does not answer. */
  const ask = (place: Place, path: string): Promise<Answer | undefined> =>
    call("GET", place.urls.internal + path).catch(() => undefined);

  const isWriter = async (place: Place): Promise<boolean> =>
    (await ask(place, "/readyz"))?.status === 200;

  async function writerOf(): Promise<Place> {
    const found = await Promise.all(places.map(isWriter));
    expect(found.filter(Boolean)).toHaveLength(1);
    return places[found.indexOf(true)]!;
  }

  const otherThan = (place: Place): Place => (place === places[0] ? places[1] : places[0]);

  /** Resolves to the milliseconds that it took. */
  async function becomesWriter(place: Place): Promise<number> {
    const since = performance.now();
    const patience = { timeout: TAKEOVER_MILLISECONDS, interval: 50 };
    await expect.poll(() => isWriter(place), patience).toBe(true);
    return Math.round(performance.now() - since);
  }

  /** Everything that was promised holds, and the events of all writers are one row without a gap. */
  async function checkAll(feed: FeedFollower): Promise<void> {
    const { urls } = await writerOf();
    await checkPromises(world, urls);
    expect(feed.gaps()).toBe(0);
    expect(feed.ids.length).toBeGreaterThan(0);
    const [first = ""] = feed.ids;
    const [epoch, start] = first.split(":");
    expect(feed.ids).toEqual(feed.ids.map((_, at) => `${epoch}:${Number(start) + at}`));
  }

  test("each payment is made once and each share is there when the writer is killed again and again", async () => {
    const feed = await beginBoth();
    const takeovers: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const writer = await writerOf();
      const before = world.errands.length;
      const work = errandsOf(world, writer.urls);
      // It is killed while it pays and shares, however slow the machine is.
      await vi.waitUntil(() => world.errands.length > before, { timeout: 20_000, interval: 5 });
      await sleep(world.random.below(400));
      await writer.running?.end("SIGKILL");
      takeovers.push(await becomesWriter(otherThan(writer)));
      await work;
      await begin(writer);
    }
    expect(world.errands.length).toBeGreaterThan(KILLS);
    await checkAll(feed);
    const figures = { errands: world.errands.length, events: feed.ids.length, takeovers };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    // In good order: it hands over and exits 0.
    const writer = await writerOf();
    const ended = writer.running?.end("SIGTERM");
    await becomesWriter(otherThan(writer));
    expect((await ended)?.code).toBe(0);
  }, 300_000);

  test("a writer that was stopped for longer than its lock lives sends and writes nothing more", async () => {
    const feed = await beginBoth();
    const old = await writerOf();
    const next = otherThan(old);
    await errandsOf(world, old.urls);
    const work = errandsOf(world, old.urls);
    await sleep(world.random.below(100));
    const pid = old.running?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    process.stdout.write(`taken over from a stopped writer in ${await becomesWriter(next)} ms\n`);
    await errandsOf(world, next.urls);
    // Sent before it was stopped, and read by the proxy after that.
    await sleep(200);
    const sent = old.proxy.sent();
    process.kill(pid, "SIGCONT");
    const payLate = () =>
      call("POST", `${old.urls.internal}/transfer`, {
        headers: { "Idempotency-Key": "late" },
        body: { from: world.wallet, to: world.payee, amount: 1_000_000, token: NATIVE },
      });
    // Until it has heard that its term is over, the lost connections of its store refuse.
    const late = await payLate();
    expect(late.status).toBe(503);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    const code = async () => (await payLate()).headers["x-error-code"];
    await expect.poll(code, { timeout: RECOVERY_MILLISECONDS }).toBe("STANDBY");
    expect((await payLate()).headers["retry-after"]).toBe("1");
    await work;
    await sleep(1500);
    expect(old.proxy.sent()).toBe(sent);
    expect((await ask(old, "/readyz"))?.data["reason"]).toContain("standby");
    await checkAll(feed);
    // It is a standby like any other.
    await next.running?.end("SIGKILL");
    await becomesWriter(old);
  }, 300_000);

  test("without PostgreSQL both answer 503 at once, and one of them is the writer when it is back", async () => {
    const feed = await beginBoth();
    await errandsOf(world, (await writerOf()).urls);
    const work = errandsOf(world, (await writerOf()).urls);
    await postgres.signal("SIGKILL");
    for (const { urls } of places) {
      const paid = await call("POST", `${urls.internal}/transfer`, {
        body: { from: world.wallet, to: world.payee, amount: 1_000_000, token: NATIVE },
      });
      expect(paid.status).toBe(503);
      expect(Number(paid.headers["retry-after"])).toBeGreaterThan(0);
      const listed = await call("GET", `${urls.internal}/shares`);
      expect(listed.status).toBe(503);
      expect(Number(listed.headers["retry-after"])).toBeGreaterThan(0);
      expect((await call("GET", `${urls.internal}/livez`)).status).toBe(200);
    }
    await postgres.restart();
    const writers = async (): Promise<number> => {
      const found = (await Promise.all(places.map(isWriter))).filter(Boolean).length;
      expect(found).toBeLessThan(2);
      return found;
    };
    await expect.poll(writers, { timeout: RECOVERY_MILLISECONDS, interval: 50 }).toBe(1);
    await work;
    await errandsOf(world, (await writerOf()).urls);
    await checkAll(feed);
  }, 300_000);
});
