/** Callers of one server, who write, ask for its readiness and repeat what was refused until it is acknowledged. */

import { setTimeout as sleep } from "node:timers/promises";

import { runSql } from "../../postgres/src/run-sql.ts";
import type { ServerProcess } from "../../support/server-process.ts";
import type { Service } from "../../support/services.ts";

/** Writes under way at any time. */
const WRITERS = 2;

/** Pause in milliseconds after each call of one caller. */
const PAUSE_MILLISECONDS = 200;

/** An answer, with its times in milliseconds of the process's clock. */
export interface Outcome {
  readonly n: number;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A service with a write, and the table that has one row for each. */
interface Written extends Service {
  readonly write: NonNullable<Service["write"]>;
  readonly table: string;
}

export class Callers {
  readonly name: string;
  readonly table: string;
  readonly server: ServerProcess;
  /** Answers to writes. */
  readonly outcomes: Outcome[] = [];
  /** Answers of `/readyz`. */
  readonly looks: Outcome[] = [];
  readonly #service: Written;
  readonly #owner: () => string;
  readonly #acknowledged = new Map<number, Outcome>();
  #next = 0;
  #isOver = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(server: ServerProcess, service: Written, owner: () => string) {
    this.server = server;
    this.name = service.name;
    this.table = service.table;
    this.#service = service;
    this.#owner = owner;
  }

  start(): void {
    const write = (): Promise<void> => this.#make(this.#next++);
    const look = async (): Promise<void> => {
      this.looks.push(await this.#ask(0, "/readyz"));
    };
    const acts = [look, ...Array.from({ length: WRITERS }, () => write)];
    this.#running = Promise.all(acts.map((act) => this.#repeat(act)));
    // Whatever fails elsewhere ends the server while they call.
    this.#running.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** True for an answer to a write that was done, now or before. */
  isDone({ status }: Outcome): boolean {
    const { ok, again } = this.#service.write;
    return status === ok || status === again;
  }

  /** Number of writes that were called for after a time, and were done or refused. */
  since(at: number, isDone: boolean): number {
    const isMeant = (one: Outcome): boolean => one.startedAt >= at && this.isDone(one) === isDone;
    return this.outcomes.filter(isMeant).length;
  }

  /** Resolves to the status of the route of health and of the check of the process. */
  async health(): Promise<readonly number[]> {
    const paths = [this.#service.health, "/livez"];
    const answers = await Promise.all(paths.map((path) => this.#ask(0, path)));
    return answers.map(({ status }) => status);
  }

  /** True where the server takes a write that is repeated for the one that it was. */
  get repeats(): boolean {
    return this.#service.name !== "node";
  }

  /** Resolves to the acknowledged writes that the server does not have. */
  async lost(): Promise<readonly number[]> {
    const { write, name } = this.#service;
    if (name === "node") return this.#keysLost();
    const lost: number[] = [];
    for (const [n, { text }] of this.#acknowledged) {
      const { job_id: job } = JSON.parse(text) as { readonly job_id?: string };
      const { status } = await (job === undefined
        ? this.#ask(n, write.path, write.body(n))
        : this.#ask(n, `/api/jobs/${job}`));
      if (status !== (write.again ?? 200)) lost.push(n);
    }
    return lost;
  }

  /** Number of writes that were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Rows of the table: one for each write, and those of before. */
  async rows(): Promise<number> {
    const text = `SELECT count(*)::int AS n FROM ${this.table}`;
    const [row] = await runSql<{ readonly n: number }>(this.#owner(), text);
    return row!.n;
  }

  async #keysLost(): Promise<readonly number[]> {
    const rows = await runSql<{ readonly id: string }>(
      this.#owner(),
      `SELECT id FROM ${this.table}`,
    );
    const ids = new Set(rows.map(({ id }) => id));
    const kept = ({ text }: Outcome): boolean =>
      ids.has((JSON.parse(text) as { readonly id: string }).id);
    return [...this.#acknowledged].filter(([, one]) => !kept(one)).map(([n]) => n);
  }

  async #repeat(act: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await act();
      await sleep(PAUSE_MILLISECONDS);
    }
  }

  async #make(n: number): Promise<void> {
    for (;;) {
      const outcome = await this.#ask(n, this.#service.write.path, this.#service.write.body(n));
      // A node takes so many requests a minute.
      if (outcome.status !== 429) this.outcomes.push(outcome);
      if (this.isDone(outcome)) return void this.#acknowledged.set(n, outcome);
      await sleep(PAUSE_MILLISECONDS);
    }
  }

  async #ask(n: number, path: string, body?: object): Promise<Outcome> {
    const startedAt = performance.now();
    const answer = await fetch(`${this.server.url}${path}`, {
      ...(body !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `world-write-${n}` },
        body: JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    const { status, headers } = answer;
    return { n, status, headers, text, startedAt, endedAt: performance.now() };
  }
}
