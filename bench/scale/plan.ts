/** The parts of an installation as queues, and the smallest number of cores that keeps each below its bounds. */

import {
  exponential,
  measured,
  simulateQueue,
  type Outcome,
  type ServiceTime,
} from "./queueing.ts";

/** Processor seconds of an operation, by the part that takes them. */
type Seconds = Readonly<Record<string, number>>;

/** The measured costs, as `costs.json` holds them. */
export interface Costs {
  readonly calls: Readonly<Record<string, Seconds>>;
  readonly jobs: Readonly<Record<string, Seconds>>;
  /** Bytes of memory of one market in each curation replica. */
  readonly bytesPerMarket: number;
}

/** The load of an installation. */
export interface Load {
  readonly users: number;
  readonly markets: number;
  /** Worker processes, each with one simulation thread. */
  readonly workers: number;
  /** Fraction of the users that are there at the busiest time. */
  readonly activeFraction: number;
  /** Calls a second of a user who is there. */
  readonly callsPerActiveUser: number;
  /** Fraction of the workers' time that their jobs take. */
  readonly workerUtilisation: number;
  /** Cores of a replica of a server, which is one thread for its requests. */
  readonly coresPerReplica: number;
}

/** A million users, ten million markets and a thousand workers. */
export const DEFAULT_LOAD: Load = {
  users: 1_000_000,
  markets: 10_000_000,
  workers: 1000,
  activeFraction: 0.05,
  callsPerActiveUser: 0.1,
  workerUtilisation: 0.7,
  coresPerReplica: 1,
};

/** Shares of the calls of users; the rest of a login's hour is refreshes. */
const CALLS: Readonly<Record<string, { readonly share: number; readonly part: string }>> = {
  "page of 20 markets": { share: 0.72, part: "curation" },
  "submission of a draft": { share: 0.005, part: "curation" },
  "call with an API key": { share: 0.26, part: "auth" },
  "refresh of a token": { share: 0.011, part: "auth" },
  "login by password": { share: 0.004, part: "auth" },
};

/** Shares of the jobs by their size: so many workers are worth their while for long ones only. */
const JOBS: Readonly<Record<string, number>> = {
  "backtest of 1,000 candles": 0.3,
  "backtest of 10,000 candles": 0.2,
  "sweep of 400 runs of 3,000 candles": 0.2,
  "sweep of 9,999 runs of 3,000 candles": 0.3,
};

/** A part of the installation. */
export interface Part {
  readonly name: string;
  /** Operations a second. */
  readonly perSecond: number;
  /** Mean processor time of an operation in seconds. */
  readonly meanSeconds: number;
  readonly cores: number;
  readonly outcome: Outcome;
  /** Number of replicas, for people. */
  readonly replicas: string;
}

/** Bounds of a part: above them it gets one core more. */
const BOUNDS = { utilisation: 0.7, p99WaitSeconds: 0.05 } as const;
const CUSTOMERS = 200_000;

/** Every part with the cores that it needs under a load. */
export function capacityOf(costs: Costs, load: Load): readonly Part[] {
  const callsPerSecond = load.users * load.activeFraction * load.callsPerActiveUser;
  const calls = Object.entries(CALLS).map(([name, { share, part }]) => ({
    part,
    rate: callsPerSecond * share,
    cost: costs.calls[name]!,
  }));
  const workerSeconds = weighted(costs.jobs, "worker");
  const jobsPerSecond = (load.workers * load.workerUtilisation) / workerSeconds;
  const jobs = Object.entries(JOBS).map(([name, share]) => ({
    part: "backtest",
    rate: jobsPerSecond * share,
    cost: costs.jobs[name]!,
  }));
  const server = (part: string): Part =>
    sized(
      `${part} replicas`,
      ofKind(
        [...calls, ...jobs].filter((one) => one.part === part),
        "server",
      ),
      load.coresPerReplica,
    );
  const memory = (load.markets * costs.bytesPerMarket) / 2 ** 30;
  const curation = server("curation");
  return [
    server("auth"),
    { ...curation, replicas: `${curation.replicas}, ${memory.toFixed(1)} GiB each` },
    server("backtest"),
    workers(jobs, load.workers),
    sized("data processes", ofKind(jobs, "data"), load.coresPerReplica),
    ...["auth", "curation", "backtest"].map((part) => {
      const here = [...calls, ...jobs].filter((one) => one.part === part);
      return oneServer(`PostgreSQL of ${part}`, ofKind(here, "postgres"));
    }),
    oneServer("NATS", ofKind(jobs, "nats")),
  ];
}

/** Workers that one database can feed with jobs of one size alone, where it has so many cores. */
export function workersFedBy(costs: Costs, databaseCores: number): ReadonlyMap<string, number> {
  return new Map(
    Object.keys(JOBS).map((name) => {
      const { postgres = 0, worker = 0 } = costs.jobs[name]!;
      return [name, Math.floor((databaseCores * BOUNDS.utilisation * worker) / postgres)];
    }),
  );
}

/** A part that is one server, whatever its size. */
function oneServer(name: string, work: readonly Work[]): Part {
  const part = sized(name, work, 1);
  return { ...part, replicas: `1 server, ${part.cores} core${part.cores > 1 ? "s" : ""}` };
}

/** Operations of one kind: how many a second, and the processor seconds of each. */
interface Work {
  readonly rate: number;
  readonly seconds: number;
}

function ofKind(
  operations: readonly { readonly rate: number; readonly cost: Seconds }[],
  kind: string,
): readonly Work[] {
  return operations
    .map(({ rate, cost }) => ({ rate, seconds: cost[kind] ?? 0 }))
    .filter(({ seconds }) => seconds > 0);
}

/** The smallest part that keeps to the bounds. Each kind of operation has exponential times around its mean. */
function sized(name: string, work: readonly Work[], coresPerReplica: number): Part {
  const { perSecond, load, service } = mixed(work, exponential);
  for (
    let replicas = Math.max(1, Math.ceil(load / BOUNDS.utilisation / coresPerReplica));
    ;
    replicas += 1
  ) {
    const cores = replicas * coresPerReplica;
    const outcome = simulateQueue({
      arrivalsPerSecond: perSecond,
      servers: cores,
      service,
      customers: CUSTOMERS,
      seed: name,
    });
    if (outcome.p99WaitSeconds > BOUNDS.p99WaitSeconds) continue;
    return {
      name,
      perSecond,
      meanSeconds: load / perSecond,
      cores,
      outcome,
      replicas: String(replicas),
    };
  }
}

/** The workers as they are given; their jobs have the measured times. */
function workers(
  jobs: readonly { readonly rate: number; readonly cost: Seconds }[],
  count: number,
): Part {
  const { perSecond, load, service } = mixed(ofKind(jobs, "worker"), (seconds) =>
    measured([seconds]),
  );
  const outcome = simulateQueue({
    arrivalsPerSecond: perSecond,
    servers: count,
    service,
    customers: CUSTOMERS,
    seed: "workers",
  });
  return {
    name: "workers",
    perSecond,
    meanSeconds: load / perSecond,
    cores: count,
    outcome,
    replicas: String(count),
  };
}

/** Operations of several kinds as one stream; `load` is the mean number of cores at work. */
function mixed(
  work: readonly Work[],
  around: (seconds: number) => ServiceTime,
): { perSecond: number; load: number; service: ServiceTime } {
  const perSecond = work.reduce((sum, { rate }) => sum + rate, 0);
  const load = work.reduce((sum, { rate, seconds }) => sum + rate * seconds, 0);
  const times = work.map(({ seconds }) => around(seconds));
  const service: ServiceTime = (uniform) => {
    let left = uniform() * perSecond;
    const at = work.findIndex(({ rate }) => (left -= rate) < 0);
    return times.at(at)!(uniform);
  };
  return { perSecond, load, service };
}

function weighted(jobs: Costs["jobs"], kind: string): number {
  return Object.entries(JOBS).reduce((sum, [name, share]) => sum + share * jobs[name]![kind]!, 0);
}
