/**
 * A node is killed again and again while it shares and pays; what it has promised must hold in the end: every errand
 * done, each exactly once, nothing lost, nothing doubled.
 *
 * Chain and recipient live in this process, so that only one thing ever dies.
 */

import { join } from "node:path";

import { readEnvironment } from "@bourse/http";
import { seededRandom, type Random } from "@bourse/kernel";
import { openIdentity } from "@bourse/node-core";
import { layoutOf } from "@bourse/node-core/files";

import { nodeEnvironment, type NodeEnvironment } from "../../src/environment.ts";
import { call } from "../support/calls.ts";
import {
  fund,
  joiningVariables,
  KEY,
  startTestNode,
  type TestNode,
} from "../support/running-node.ts";
import { checkPromises, type Promised } from "./check-promises.ts";
import { run, shareErrand, transferErrand, type Errand } from "./errand.ts";
import { Life, type Urls } from "./life.ts";

export interface KillOptions {
  /** Kills at least; more follow until the node was given something to do. */
  readonly kills: number;
  readonly seed: number;
  /** An empty folder. */
  readonly folder: string;
  /** No life begins after that. Default: no end. */
  readonly deadlineMilliseconds?: number;
  readonly log?: (line: string) => void;
  /** Store of the victim in a database. Default: a file in the folder. */
  readonly storeUrl?: string;
}

export interface KillReport extends Promised {
  readonly seed: number;
  readonly kills: number;
  /** Number of kills before the node answered at all. */
  readonly killedWhileStarting: number;
  readonly seconds: number;
}

const PASSWORD = "a password of tests";
/** Longest time between a node's first answer and its death. */
const LIFETIME_MILLISECONDS = 300;
const PORTS = { INTERNAL_API_PORT: 0, EXTERNAL_API_PORT: 0, DASHBOARD_API_PORT: 0, P2P_PORT: 0 };

/** @throws Error naming the promise that was broken */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const { kills, seed, folder, deadlineMilliseconds = Infinity, log = () => undefined } = options;
  const begun = performance.now();
  const closing: (() => Promise<void>)[] = [];
  try {
    const witness = await startTestNode({
      atEnd: (work) => void closing.push(work),
      variables: { DATA_DIR: join(folder, "witness") },
    });
    const world = await prepare(witness, folder, seed, options.storeUrl);
    let killed = 0;
    let starting = 0;
    let next = new Life(world.cache);
    // Without an errand no promise was made: a few short lives may all end before their first one.
    const isDone = (): boolean => killed >= kills && world.errands.length > 0;
    while (!isDone() && performance.now() - begun < deadlineMilliseconds) {
      const life = next;
      next = new Life(world.cache);
      // Lives get longer until one of them was long enough for an errand: machines differ.
      const lifetime = LIFETIME_MILLISECONDS * (world.errands.length > 0 ? 1 : 1 + killed);
      if (!(await liveAndDie(life, world, lifetime))) starting++;
      killed++;
      if (killed % 25 === 0) log(`${killed} kills, ${world.errands.length} errands`);
    }
    const urls = await next.start(world.config);
    if (urls === undefined) throw new Error("The last life did not start.");
    try {
      const promised = await checkPromises(world, urls);
      const seconds = Math.round((performance.now() - begun) / 1000);
      return { ...promised, seed, kills: killed, killedWhileStarting: starting, seconds };
    } finally {
      await next.kill();
    }
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

export interface World {
  readonly witness: TestNode;
  readonly config: NodeEnvironment;
  readonly wallet: `0x${string}`;
  readonly demoToken: string;
  /** Gets the transfers and nothing else. */
  readonly payee: string;
  readonly errands: Errand[];
  readonly received: Map<string, number>;
  /** Balance of the recipient before anything was paid. */
  readonly fundsBefore: bigint;
  readonly random: Random;
  readonly cache: string;
}

/** A wallet with funds, whose node is the victim, and a payee of its own. */
export async function prepare(
  witness: TestNode,
  folder: string,
  seed: number,
  storeUrl?: string,
): Promise<World> {
  const directory = join(folder, "victim");
  // A cheap lock: the keystore's cost is not what is tried here.
  const { address } = await openIdentity({
    directory: layoutOf(directory).keystore,
    password: PASSWORD,
    scryptCost: 2,
  });
  const demoToken = witness.running.chain.development?.demoToken ?? "";
  await fund(witness, address, `${10n ** 20n}`);
  await witness.internal("POST", "/transfer", {
    body: { from: witness.address, to: address, amount: `${10n ** 20n}`, token: demoToken },
  });
  const received = new Map<string, number>();
  witness.running.events.on("data.received", ({ data }) => {
    received.set(data.dataHash, (received.get(data.dataHash) ?? 0) + 1);
  });
  const config = readEnvironment(nodeEnvironment, {
    DATA_DIR: directory,
    KEYSTORE_PASSWORD: PASSWORD,
    API_KEYS: KEY,
    EXTERNAL_API_HOST: "127.0.0.1",
    P2P_HOST: "127.0.0.1",
    ...joiningVariables(witness),
    ...(storeUrl === undefined ? {} : { NODE_STORE_URL: storeUrl }),
  });
  const { tokens } = witness.running.node;
  return {
    witness,
    config: { ...config, ...PORTS },
    wallet: address,
    demoToken,
    payee: `0x${seed.toString(16).padStart(40, "9")}`,
    errands: [],
    received,
    fundsBefore: (await tokens.balance(witness.address, demoToken)).balance,
    random: seededRandom(seed),
    cache: join(folder, "compiled"),
  };
}

/** True when the node got as far as answering. */
async function liveAndDie(life: Life, world: World, lifetime: number): Promise<boolean> {
  const { random, config } = world;
  const starting = life.start(config);
  // One in six dies while it starts.
  if (random.below(6) === 0) {
    await Promise.race([starting, pause(random.below(600))]);
    await life.kill();
    return (await starting) !== undefined;
  }
  const urls = await starting;
  if (urls === undefined) throw new Error("The victim died by itself.");
  const work = errandsOf(world, urls);
  await pause(random.below(lifetime));
  await life.kill();
  await work;
  return true;
}

/** All that is open, and three more, at once. */
export async function errandsOf(world: World, urls: Urls): Promise<void> {
  const { errands, wallet, witness, demoToken, payee } = world;
  // A payment in a token that is not listed is refused for good.
  if (!(await listToken(world, urls))) return;
  const number = errands.length + 1;
  errands.push(
    shareErrand(number, witness.address, demoToken),
    transferErrand(number + 1, wallet, payee),
    shareErrand(number + 2, witness.address, demoToken),
  );
  const open = errands.filter(({ answer }) => answer === undefined);
  await Promise.all(open.map((errand) => run(errand, urls)));
}

/** True when the token is on the victim's list; false while it does not answer. */
async function listToken({ demoToken }: World, urls: Urls): Promise<boolean> {
  const abi = [
    { type: "function", name: "transfer", inputs: [{ type: "address" }, { type: "uint256" }] },
    { type: "function", name: "balanceOf", inputs: [{ type: "address" }] },
  ];
  const body = { address: demoToken, abi };
  const listed = await call("POST", `${urls.internal}/tokens`, { body }).catch(() => undefined);
  return listed?.status === 200 || listed?.status === 201;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
