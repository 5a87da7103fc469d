/** Model of a ledger: what must hold after any commands, derived without the code under test. */

import assert from "node:assert/strict";

import { createManualClock, createMemoryStore, type ManualClock, type Store } from "@bourse/kernel";

import { jobCollections, jobs, jobWorkParts } from "../../src/jobs/collections.ts";
import { jobStatuses, type JobDocument } from "../../src/jobs/job.ts";
import { keptWork } from "../../src/jobs/kept-work.ts";
import { createJobLedger, type JobLedger } from "../../src/jobs/ledger.ts";
import type { JobChange, JobClaim } from "../../src/jobs/transitions.ts";

const leaseMilliseconds = 30_000;
const maxTries = 3;
const workers = ["w1", "w2"];

type Settlement = "renew" | "keep" | "drop" | "complete" | "fail" | "stop" | "crash";

/** Commands of a run; numbers select among the existing jobs, claims and workers. */
export type Command =
  | { readonly do: "create" }
  | { readonly do: "wait"; readonly milliseconds: number }
  | {
      readonly do: "claim" | "cancel" | "undispatch";
      readonly job: number;
      readonly worker: number;
    }
  | { readonly do: "die"; readonly worker: number }
  | {
      readonly do: Settlement;
      readonly claim: number;
    };

/** Expected state of one job, derived without the code under test. */
interface Believed {
  readonly uuid: string;
  status: string;
  holder: (JobClaim & { until: number }) | undefined;
  claims: number;
  /** Tries that were lost since work was last kept. */
  lost: number;
  /** Parts of work that it keeps. */
  parts: number;
  final: boolean;
}

/** A ledger on a memory store under a standing clock, and what we believe of it. */
export class LedgerRun {
  readonly clock: ManualClock = createManualClock();
  readonly store: Store = createMemoryStore({ collections: jobCollections });
  readonly ledger: JobLedger = createJobLedger(this.store, this.clock);
  readonly jobs: Believed[] = [];
  readonly claims: { readonly uuid: string; readonly claim: JobClaim }[] = [];

  async apply(command: Command): Promise<void> {
    switch (command.do) {
      case "create":
        return this.create();
      case "wait":
        return this.clock.advance(command.milliseconds);
      case "die":
        return this.die(workers[command.worker % workers.length]!);
      case "claim":
      case "cancel":
      case "undispatch": {
        const job = this.jobs[command.job % (this.jobs.length || 1)];
        if (job === undefined) return;
        if (command.do === "claim")
          return this.claim(job, workers[command.worker % workers.length]!);
        if (command.do === "cancel") return this.cancel(job);
        return this.undispatch(job);
      }
      case "renew":
      case "keep":
      case "drop":
      case "complete":
      case "fail":
      case "stop":
      case "crash": {
        const held = this.claims[command.claim % (this.claims.length || 1)];
        if (held !== undefined) await this.settle(command.do, held.uuid, held.claim);
      }
    }
  }

  async create(): Promise<void> {
    if (this.jobs.filter(({ final }) => !final).length >= 3) return;
    const uuid = `job-${this.jobs.length + 1}`;
    const { job: stored, event } = await this.store.transaction((tx) =>
      this.ledger.insert(tx, draft(uuid, this.clock.now())),
    );
    assert.equal(stored.number, this.jobs.length + 1);
    assert.equal(event.type, "job.created");
    const job: Believed = {
      uuid,
      status: "running",
      holder: undefined,
      claims: 0,
      lost: 0,
      parts: 0,
      final: false,
    };
    this.jobs.push(job);
  }

  async claim(job: Believed, workerId: string): Promise<void> {
    const free = job.holder === undefined || job.holder.until <= this.clock.now();
    const allowed = !job.final && free;
    if (allowed && job.holder !== undefined) job.lost += 1;
    const change = { kind: "claim", workerId, leaseMilliseconds, maxTries } as const;
    const changed = await this.expectOutcome(job, change, allowed);
    if (!allowed) return;
    if (job.lost >= maxTries) return this.end(job, "failed");
    job.status = "running";
    this.holds(job, workerId, changed.attempt);
  }

  holds(job: Believed, workerId: string, attempt: number): void {
    job.claims += 1;
    assert.equal(attempt, job.claims, "an attempt number is never given out twice");
    const claim = { workerId, attempt };
    job.holder = { ...claim, until: this.clock.now() + leaseMilliseconds };
    this.claims.push({ uuid: job.uuid, claim });
  }

  async cancel(job: Believed): Promise<void> {
    const allowed = !job.final;
    await this.expectOutcome(job, { kind: "cancel" }, allowed);
    if (allowed) this.end(job, "cancelled");
  }

  async undispatch(job: Believed): Promise<void> {
    const allowed = job.status === "running" && job.holder === undefined;
    await this.expectOutcome(job, { kind: "undispatch" }, allowed);
    if (allowed) job.status = "pending";
  }

  /** The worker's process is gone, and a successor that owns the store alone voids its leases. */
  async die(workerId: string): Promise<void> {
    for (const job of this.jobs) {
      if (job.holder?.workerId !== workerId) continue;
      await this.expectOutcome(job, { kind: "expireLease", workerId }, true);
      job.lost += 1;
      job.holder = undefined;
    }
  }

  async settle(how: Settlement, uuid: string, claim: JobClaim): Promise<void> {
    const job = this.jobs.find((one) => one.uuid === uuid)!;
    const allowed = !job.final && job.holder?.attempt === claim.attempt;
    if (how === "keep" || how === "drop") {
      const { store, ledger } = this;
      const work = keptWork({ store, ledger, onError: assert.ifError }, { id: uuid }, claim);
      const kept = how === "keep" ? await work.keep(Uint8Array.of(job.parts)) : await work.drop();
      assert.equal(kept, allowed, `${how} of a ${job.status} job`);
      if (!allowed) return;
      job.parts = how === "keep" ? job.parts + 1 : 0;
      if (how === "keep") job.lost = 0;
      return;
    }
    await this.expectOutcome(job, changeOf(how, claim), allowed);
    if (!allowed) return;
    if (how === "renew") {
      job.holder = { ...claim, until: this.clock.now() + leaseMilliseconds };
      return;
    }
    job.holder = undefined;
    if (how === "complete") return this.end(job, "completed");
    if (how === "fail") return this.end(job, "failed");
    if (how === "crash") job.lost += 1;
    if (job.lost >= maxTries) return this.end(job, "failed");
    job.status = "pending";
  }

  end(job: Believed, status: string): void {
    job.status = status;
    job.final = true;
    job.parts = 0;
    job.holder = undefined;
  }

  async expectOutcome(job: Believed, change: JobChange, allowed: boolean): Promise<JobDocument> {
    const changed = await this.ledger.change(job.uuid, change);
    if (changed.outcome === "unknown") assert.fail(`the job ${job.uuid} is gone`);
    assert.equal(
      changed.outcome,
      allowed ? "changed" : "refused",
      `${change.kind} of a ${job.status} job`,
    );
    return changed.job;
  }

  /** Everything that must hold after every command. */
  async check(): Promise<void> {
    const stored = (await this.store.find(jobs, { limit: 1000 })).items.map(({ value }) => value);
    const counts = Object.fromEntries(jobStatuses.map((status) => [status, 0]));
    for (const document of stored) {
      counts[document.status]! += 1;
      assert.equal(document.result !== null, document.status === "completed");
      assert.equal(document.error !== null, document.status === "failed");
      assert.equal(document.completedAt !== null, isFinal(document.status));
      assert.equal(document.leaseUntil === null, document.workerId === null);
    }
    assert.deepEqual(
      new Map(stored.map(({ id, status }) => [id, status])),
      new Map(this.jobs.map(({ uuid, status }) => [uuid, status])),
    );
    const parts = (await this.store.find(jobWorkParts, { limit: 1000 })).items;
    assert.deepEqual(
      parts.map(({ value }) => value.id).toSorted(),
      this.jobs
        .flatMap((job) => Array.from({ length: job.parts }, (_, part) => `${job.uuid}:${part}`))
        .toSorted(),
    );
    assert.deepEqual(await this.ledger.stats(), { total: this.jobs.length, ...counts });
  }

  /** Runs workers that do not die until every job has ended, from wherever the commands left off. */
  async drain(): Promise<void> {
    await this.clock.advance(leaseMilliseconds);
    for (const job of this.jobs) {
      if (job.final) continue;
      await this.claim(job, "w1");
      const held = this.claims.at(-1);
      if (!job.final) await this.settle("complete", job.uuid, held!.claim);
      assert.equal(job.final, true);
    }
    await this.check();
  }
}

function changeOf(how: Exclude<Settlement, "keep" | "drop">, claim: JobClaim): JobChange {
  switch (how) {
    case "renew":
      return { kind: "renew", claim, leaseMilliseconds };
    case "complete":
      return { kind: "complete", claim, result: { of: claim.attempt } };
    case "fail":
      return { kind: "fail", claim, error: "no" };
    case "stop":
      return { kind: "release", claim, cause: "stopped", maxTries };
    case "crash":
      return { kind: "release", claim, cause: "crashed", maxTries };
  }
}

function isFinal(status: string): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function draft(id: string, now: number): Omit<JobDocument, "number"> {
  return {
    id,
    jobType: "backtest",
    status: "running",
    request: {},
    result: null,
    error: null,
    createdAt: now,
    updatedAt: now,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    releases: 0,
    leaseUntil: null,
    workerId: null,
    ownerId: null,
    requestId: null,
  };
}
