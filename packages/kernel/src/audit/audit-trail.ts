/**
 * The audit trail of a service: append-only rows in its store, each with the hash of the one before.
 *
 * Recording never fails an act. `append` takes a row at once and in order; `flush` waits until it is durable. While the
 * store cannot be written, rows wait in memory and are written with the next one that can be. An act that is one
 * transaction of the same store records itself there, by `appendIn`.
 */

import {
  absentOr,
  anyFunction,
  anyNumber,
  anyText,
  checkArguments,
  checkedCalls,
  finiteNumber,
  nullOr,
  objectOf,
  recordOf,
  wholeNumber,
  type ArgumentRule,
  type CallSignatures,
  type RefuseArgument,
} from "../checked-calls.ts";
import { refuseArgument } from "../checks.ts";
import { systemClock, type Clock } from "../clock.ts";
import { functionOption, integerOption, optional, portOption } from "../option-rules.ts";
import { resolveOptions, type OptionRule } from "../options.ts";
import type { Store, Transaction } from "../store/port.ts";
import { GENESIS, hashOfRow } from "./audit-hash.ts";
import {
  auditEnds,
  auditRows,
  ENDS_ID,
  MEMORY_ID,
  rowId,
  trailMemory,
  type AuditDetails,
  type AuditDocument,
  type AuditFacts,
  type AuditMark,
  type AuditOutcome,
  type AuditRow,
} from "./audit-row.ts";
import { findAuditRows, type AuditPage, type AuditQuery } from "./find-audit-rows.ts";
import { createStrangerBudget } from "./stranger-budget.ts";
import { verifyAuditTrail, type AuditVerdict } from "./verify-audit-trail.ts";

/** Options of {@link createAuditTrail}. */
export interface AuditTrailOptions {
  /** Store that was opened with `auditCollections`. The trail does not close it. */
  readonly store: Store;
  /** Key of the chain, 32 bytes, kept outside the store; without it whoever can write the store can forge the chain. */
  readonly key?: Uint8Array | undefined;
  /**
   * Number of newest rows that are kept; older ones are removed and the hash of the last of them stays as the anchor.
   * 1000–100,000,000. Default 1,000,000, or 50,000 on an engine that holds its data in memory.
   */
  readonly maxRows?: number | undefined;
  /** Called when rows cannot be written, once until they can be again. Default: nothing. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Source of the time. Default: the system clock. */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** The audit trail of one service. */
export interface AuditTrail {
  /**
   * Records an act. Never waits, and throws only for facts of a wrong shape. Refused acts of `anonymous` get at most 60
   * rows an hour for one network and 600 in all; the rest is counted in a row `audit.strangers` of the next hour.
   *
   * @throws KernelError ARGUMENT_INVALID, or the error of the core that shows the trail
   */
  append(facts: AuditFacts): void;
  /**
   * Records an act in the transaction of the trail's store that does it: both become durable, or neither.
   *
   * @throws the store's own errors, with which the act fails too
   */
  appendIn(tx: Transaction, facts: AuditFacts): Promise<void>;
  /** Resolves when every act recorded before is durable, or could not be written now. Never rejects. */
  flush(): Promise<void>;
  /** Finds rows, newest first. @throws StoreError STORE_CURSOR_INVALID */
  find(query?: AuditQuery): Promise<AuditPage>;
  /**
   * Checks the whole chain, that the row `noted` earlier is still there, and that a trail which the store remembers is
   * there at all. Cost: one pass over all rows.
   */
  verify(noted?: AuditMark): Promise<AuditVerdict>;
}

/** Bound of the rows that wait in memory while the store cannot be written. */
const MAX_WAITING = 10_000;
/** Rows in one transaction. */
const BATCH = 500;
const MAX_TEXT = 200;
const MAX_DETAIL = 500;
const MAX_DETAILS = 60;
/** Engines whose data is a file; every other one holds all of it in memory. */
const DISK_ENGINES = new Set(["sqlite", "postgres"]);

/** Opens the audit trail in a store. @throws KernelError OPTION_INVALID */
export function createAuditTrail(given: AuditTrailOptions): AuditTrail {
  const options = resolveOptions<Settings>("createAuditTrail", given, {
    store: portOption<Store>(["transaction", "find", "get"]),
    key: keyOption,
    maxRows: optional(integerOption({ min: 1000, max: 100_000_000 })),
    onFault: optional(functionOption<(error: unknown) => void>()),
    clock: portOption<Pick<Clock, "now">>(["now"], { default: systemClock }),
  });
  const { store, key, clock } = options;
  const maxRows = options.maxRows ?? (DISK_ENGINES.has(store.engine) ? 1_000_000 : 50_000);
  const strangers = createStrangerBudget(clock);
  let waiting: Unchained[] = [];
  let writing: Promise<boolean> | undefined;
  let lost = 0;
  let isFaulty = false;

  const rowOf = (facts: AuditFacts): Unchained => ({ ...completed(facts), at: clock.now() });

  const push = (facts: AuditFacts): void => {
    if (waiting.length < MAX_WAITING) waiting.push(rowOf(facts));
    else lost += 1;
  };

  const write = async (): Promise<boolean> => {
    const rows = waiting.slice(0, BATCH);
    try {
      await store.transaction((tx) => appendRows(tx, rows, key, maxRows));
      waiting = waiting.slice(rows.length);
      isFaulty = false;
    } catch (error) {
      if (!isFaulty) options.onFault?.(error);
      isFaulty = true;
      return false;
    }
    if (lost > 0) {
      const number = lost;
      lost = 0;
      push({ action: "audit.lost", actor: "system", outcome: "failed", details: { rows: number } });
    }
    return true;
  };

  const flush = async (): Promise<void> => {
    // Lets the acts of one turn share a transaction.
    await Promise.resolve();
    while (waiting.length > 0) {
      writing ??= write().finally(() => (writing = undefined));
      if (!(await writing)) return;
    }
  };

  const trail: AuditTrail = {
    append: (facts: AuditFacts): void => {
      const uncounted = strangers.takeUncounted();
      if (uncounted > 0) {
        push({ action: "audit.strangers", actor: "system", details: { attempts: uncounted } });
      }
      const isStranger = facts.actor === "anonymous" && (facts.outcome ?? "ok") !== "ok";
      if (!isStranger || strangers.take(facts.address ?? null)) push(facts);
      void flush();
    },
    appendIn: (tx, facts) => appendRows(tx, [rowOf(facts)], key, maxRows),
    flush,
    find: (query: AuditQuery = {}) => findAuditRows(store, query),
    verify: (noted?: AuditMark) => verifyAuditTrail(store, key, noted),
  };
  return checkedAuditTrail("audit trail", trail);
}

const textOrNothing = absentOr(nullOr(anyText));

const anyOutcome: ArgumentRule = (argument, value) => {
  if (!OUTCOMES.has(value)) refuseArgument(argument, `one of ${[...OUTCOMES].join(", ")}`, value);
};

const OUTCOMES: ReadonlySet<unknown> = new Set<AuditOutcome>(["ok", "refused", "failed"]);

const anyDetail: ArgumentRule = (argument, value) => {
  if (value === null || /^(?:string|number|boolean|undefined)$/u.test(typeof value)) return;
  refuseArgument(argument, "text, a number, true, false or null", value);
};

/** A fact that no store can hold would keep every later row waiting. */
const factsOfAnAct = objectOf({
  action: anyText,
  actor: anyText,
  outcome: absentOr(anyOutcome),
  code: textOrNothing,
  account: textOrNothing,
  address: textOrNothing,
  subject: textOrNothing,
  details: absentOr(recordOf(anyDetail)),
});

/** A trail with checks of the arguments of its calls; `refuse` makes the error of a core that shows the trail. */
export function checkedAuditTrail(
  owner: string,
  trail: AuditTrail,
  refuse?: RefuseArgument,
): AuditTrail {
  checkArguments("checkedAuditTrail", trailRules, [owner, trail, refuse]);
  return checkedCalls(owner, trail, signatures, ["append"], refuse);
}

const signatures: CallSignatures<AuditTrail> = {
  append: { facts: factsOfAnAct },
  appendIn: { tx: objectOf({ insert: anyFunction }), facts: factsOfAnAct },
  flush: {},
  find: {
    query: absentOr(
      objectOf({
        action: absentOr(anyText),
        actor: absentOr(anyText),
        account: absentOr(anyText),
        outcome: absentOr(anyText),
        subject: absentOr(anyText),
        q: absentOr(anyText),
        from: absentOr(finiteNumber()),
        to: absentOr(finiteNumber()),
        limit: absentOr(wholeNumber({ min: 1, max: 1000 })),
        cursor: absentOr(anyText),
      }),
    ),
  },
  verify: { noted: absentOr(objectOf({ sequence: anyNumber, hash: anyText })) },
};

const trailRules = {
  owner: anyText,
  trail: objectOf({
    append: anyFunction,
    appendIn: anyFunction,
    flush: anyFunction,
    find: anyFunction,
    verify: anyFunction,
  }),
  refuse: absentOr(anyFunction),
};

interface Settings extends Required<Omit<AuditTrailOptions, "clock">> {
  readonly clock: Pick<Clock, "now">;
}

const keyOption: OptionRule<Uint8Array | undefined> = {
  expected: "32 bytes, or nothing",
  accepts: (value) => value === undefined || (value instanceof Uint8Array && value.length === 32),
  absent: () => undefined,
};

/** A row before it has its place in the chain. */
type Unchained = Omit<AuditRow, "sequence" | "previous" | "hash">;

function completed(facts: AuditFacts): Omit<Unchained, "at"> {
  const { outcome = "ok", code = null, account = null, address = null, subject = null } = facts;
  return {
    action: cut(facts.action),
    actor: cut(facts.actor),
    outcome,
    code,
    account: cut(account),
    address: cut(address),
    subject: cut(subject),
    details: shortened(facts.details ?? {}),
  };
}

/** Cuts a text; an unpaired surrogate, which a store may change, is replaced. */
function cut(text: string, length?: number): string;
function cut(text: string | null, length?: number): string | null;
function cut(text: string | null, length = MAX_TEXT): string | null {
  return text === null ? null : text.slice(0, length).toWellFormed();
}

function shortened(details: AuditDetails): AuditDetails {
  const given = Object.entries(details).filter(([, value]) => value !== undefined);
  const entries = given.slice(0, MAX_DETAILS);
  return Object.fromEntries(entries.map(([name, value]) => [cut(name), storable(value)] as const));
}

function storable(value: AuditDetails[string]): AuditDetails[string] {
  if (typeof value === "string") return cut(value, MAX_DETAIL);
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}

async function appendRows(
  tx: Transaction,
  rows: readonly Unchained[],
  key: Uint8Array | undefined,
  maxRows: number,
): Promise<void> {
  const ends = await tx.get(auditEnds, ENDS_ID);
  let head: AuditMark = ends?.value.head ?? GENESIS;
  for (const row of rows) {
    const chained = { ...row, sequence: head.sequence + 1, previous: head.hash };
    const document: AuditDocument = {
      id: rowId(chained.sequence),
      ...chained,
      hash: hashOfRow(chained, key),
    };
    await tx.insert(auditRows, document);
    head = { sequence: document.sequence, hash: document.hash };
  }
  await remember(tx, rows[0]?.at ?? 0, ends === undefined);
  const anchor = await pruned(tx, ends?.value.anchor ?? GENESIS, head.sequence - maxRows);
  const now = { id: ENDS_ID, head, anchor };
  if (ends === undefined) await tx.insert(auditEnds, now);
  else await tx.replace(auditEnds, now, ends.version);
}

/** Notes in the store that it has a trail; or, where it had one and that is gone, that this one began anew. */
async function remember(tx: Transaction, now: number, isFirst: boolean): Promise<void> {
  const memory = await tx.get(trailMemory, MEMORY_ID);
  if (memory === undefined) {
    await tx.insert(trailMemory, { id: MEMORY_ID, since: now, begunAnew: null });
  } else if (isFirst && memory.value.begunAnew === null) {
    await tx.replace(trailMemory, { ...memory.value, begunAnew: now }, memory.version);
  }
}

/** Removes the oldest rows up to the position `until`, a batch at a time. Returns the last one that was removed. */
async function pruned(tx: Transaction, anchor: AuditMark, until: number): Promise<AuditMark> {
  let last = anchor;
  while (last.sequence < until) {
    const oldest = await tx.get(auditRows, rowId(last.sequence + 1));
    if (oldest === undefined) return last;
    await tx.delete(auditRows, oldest.value.id);
    last = { sequence: oldest.value.sequence, hash: oldest.value.hash };
  }
  return last;
}
