/**
 * The disaster drill: a node pays under load, is backed up, dies and is restored, again and again. Its chain lives on.
 * In the end each payment was made exactly once, and no acknowledgement was lost.
 */

import assert from "node:assert/strict";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { readEnvironment } from "@bourse/http";
import { seededRandom } from "@bourse/kernel";
import { openIdentity } from "@bourse/node-core";
import { layoutOf, readCommandKey } from "@bourse/node-core/files";
import { expect, onTestFinished, test } from "vitest";

import { backUp, restore } from "../../../packages/cli/src/node/backup-files.ts";
import { isWholeRun } from "../../../test/support/rounds.ts";
import { nodeEnvironment, type NodeEnvironment } from "../src/environment.ts";
import { Life } from "./kill/life.ts";
import { call } from "./support/calls.ts";
import { fund, joiningVariables, startTestNode, type TestNode } from "./support/running-node.ts";
import { tempFolder } from "./support/temp-folder.ts";

/** Two hundred rounds take half an hour: continuous integration runs some of them. */
const ROUNDS = Number(process.env["DISASTER_ROUNDS"] ?? (isWholeRun ? 24 : 1));
const PASSWORD = "a password of tests";
const NATIVE = `0x${"0".repeat(40)}`;
const PAYEE = `0x${"d1".repeat(20)}`;

interface Errand {
  readonly key: string;
  readonly amount: number;
  /** Hash that its caller was told. */
  hash: string | undefined;
}

async function victimOf(witness: TestNode, folder: string) {
  const directory = join(folder, "victim");
  // A cheap lock: the keystore's cost is not what is tried here.
  const keys = { directory: layoutOf(directory).keystore, password: PASSWORD, scryptCost: 2 };
  const { address } = await openIdentity(keys);
  await fund(witness, address, `${10n ** 20n}`);
  const config: NodeEnvironment = {
    ...readEnvironment(nodeEnvironment, {
      DATA_DIR: directory,
      KEYSTORE_PASSWORD: PASSWORD,
      EXTERNAL_API_HOST: "127.0.0.1",
      P2P_HOST: "127.0.0.1",
      ...joiningVariables(witness),
    }),
    INTERNAL_API_PORT: 0,
    EXTERNAL_API_PORT: 0,
    DASHBOARD_API_PORT: 0,
    P2P_PORT: 0,
  };
  return { address, config, layout: layoutOf(directory) };
}

class Drill {
  readonly errands: Errand[] = [];
  readonly told = new Set<string>();
  readonly #from: string;
  readonly #config: NodeEnvironment;

  constructor(from: string, config: NodeEnvironment) {
    this.#from = from;
    this.#config = config;
  }

  /** All that is open, and `more`, at once. */
  async ask(url: string, more: number): Promise<void> {
    for (let count = 0; count < more; count++) {
      const number = this.errands.length;
      this.errands.push({ key: `errand-${number}`, amount: 1 + number, hash: undefined });
    }
    const open = this.errands.filter(({ hash }) => hash === undefined);
    await Promise.all(open.map((errand) => this.#ask(url, errand)));
  }

  async #ask(url: string, errand: Errand): Promise<void> {
    const { key, amount } = errand;
    const body = { from: this.#from, to: PAYEE, amount, token: NATIVE };
    const headers = { ...(await this.#rights()), "Idempotency-Key": key };
    // The victim may die meanwhile.
    const answer = await call("POST", `${url}/transfer`, { headers, body }).catch(() => undefined);
    if (answer?.status !== 200) return;
    const hash = String(answer.data["tx_hash"]);
    assert.equal(errand.hash ?? hash, hash, `${key} is answered as before`);
    errand.hash = hash;
    this.told.add(hash);
  }

  /** The operator: every amount is asked for once, so a candidate on the chain is this very payment. */
  async review(url: string): Promise<void> {
    const headers = await this.#rights();
    const { data } = await call("GET", `${url}/transactions?open=true&limit=1000`, { headers });
    const transactions = data["transactions"] as readonly {
      readonly id: string;
      readonly state: string;
      readonly candidate: string | null;
    }[];
    for (const { id, state, candidate } of transactions) {
      if (state !== "needs_review") continue;
      const action = candidate === null ? "send" : "accept";
      const path = `${url}/transactions/${encodeURIComponent(id)}`;
      const { status, text } = await call("POST", path, { headers, body: { action } });
      assert.ok(status === 200 || status === 409, text);
    }
  }

  async finish(url: string): Promise<void> {
    const end = performance.now() + 120_000;
    while (this.errands.some(({ hash }) => hash === undefined)) {
      if (performance.now() > end) throw new Error("Not every payment was answered in 120 s.");
      const asked = this.ask(url, 0);
      await sleep(100);
      await this.review(url);
      await asked;
    }
  }

  async #rights(): Promise<Readonly<Record<string, string>>> {
    const key = await readCommandKey(layoutOf(this.#config.DATA_DIR));
    return key === undefined ? {} : { "X-API-Key": key };
  }
}

test(
  `${ROUNDS} times backed up under load, killed and restored, a node makes each payment exactly once`,
  { timeout: 60_000 + ROUNDS * 60_000 },
  async () => {
    const folder = await tempFolder(onTestFinished);
    const witness = await startTestNode({ atEnd: onTestFinished });
    const { address, config, layout } = await victimOf(witness, folder);
    const seed = Number(process.env["PROPERTY_SEED"] ?? Date.now() % 1_000_000);
    const random = seededRandom(seed);
    const drill = new Drill(address, config);
    const cache = join(folder, "compiled");
    for (let round = 0; round < ROUNDS; round++) {
      const life = new Life(cache);
      const urls = await life.start(config);
      if (urls === undefined) throw new Error("The victim died by itself.");
      const first = drill.ask(urls.internal, 1 + random.below(4));
      await sleep(random.below(250));
      const backup = join(folder, `backup-${round}`);
      const byHand = random.below(2) === 0;
      if (!byHand) await backUp(layout, backup, new Date());
      const second = drill.ask(urls.internal, 1 + random.below(4));
      await sleep(random.below(250));
      await life.kill();
      await Promise.all([first, second]);
      if (byHand) {
        // The folder is copied as it lies there, and more is paid before it is put back.
        await cp(layout.folder, backup, { recursive: true });
        const more = new Life(cache);
        const again = await more.start(config);
        const third = drill.ask(again?.internal ?? "", 2);
        await sleep(random.below(400));
        await more.kill();
        await third;
      }
      await rm(layout.folder, { recursive: true });
      if (byHand) await cp(backup, layout.folder, { recursive: true });
      else await restore(layout, backup);
      await rm(backup, { recursive: true });
      const restored = new Life(cache);
      const alive = await restored.start(config);
      if (alive === undefined) throw new Error("The restored node died by itself.");
      await drill.finish(alive.internal);
      const sum = drill.errands.reduce((total, { amount }) => total + amount, 0);
      const { data } = await witness.internal("GET", `/balance/${PAYEE}`);
      expect(data["balance"], `seed ${seed}, round ${round}`).toBe(String(sum));
      expect(drill.told.size).toBe(drill.errands.length);
      await restored.kill();
    }
    process.stdout.write(
      `${JSON.stringify({ seed, rounds: ROUNDS, payments: drill.errands.length })}\n`,
    );
  },
);
