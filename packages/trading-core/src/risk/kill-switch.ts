/** The kill switch of an account, durable in the store: all processes over the store obey it, and a restart too. */

import {
  absentOr,
  anyText,
  checkedCalls,
  choiceOption,
  exactObject,
  functionOption,
  nullOr,
  portOption,
  resolveOptions,
  type CallSignatures,
  type Clock,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import { recordEvent } from "../events/event-log.ts";
import { orderInvalid } from "../execution/checked-broker.ts";
import { ExecutionError } from "../execution/errors.ts";
import { readBook, riskOrders, writeBook, type KillSwitchRecord } from "./risk-book.ts";
import type { RiskEvent } from "./risk-event.ts";

/** Terms of the release of a kill switch: `any` who may trade, or `other_key`, not the key that set it. */
export type KillSwitchRelease = "any" | "other_key";

/** The state of a kill switch. */
export interface KillSwitchState {
  /** `off`; `frozen`: no order is placed; `flattening`: as frozen, and own orders and positions are being closed. */
  readonly state: "off" | "frozen" | "flattening";
  /** Mode that was asked for; null when it is off. */
  readonly mode: "freeze" | "flatten" | null;
  /** Reason that was given; null when it is off. */
  readonly reason: string | null;
  /** Place that it was set from; null when it is off. */
  readonly source: "api" | "file" | "signal" | null;
  /** Name of the key that set it; null when it is off, and for a file or a signal. */
  readonly setBy: string | null;
  /** Time at which it was set, milliseconds UTC; null when it is off. */
  readonly setAt: number | null;
}

/** A request to set a kill switch. */
export interface KillSwitchRequest {
  /** `freeze`: no order is placed, cancels and closes go on. `flatten`: own orders and positions are closed too. */
  readonly mode: "freeze" | "flatten";
  /** Reason, 1–500 characters. */
  readonly reason: string;
  /** Name of the caller, proved; null for a file or a signal. */
  readonly by: string | null;
  /** Place that it comes from. Default `api`. */
  readonly source?: "api" | "file" | "signal";
}

/** The kill switch of an account. */
export interface KillSwitch {
  /** Reads its state. */
  read(): Promise<KillSwitchState>;
  /**
   * Sets it, or changes its mode and reason. Once it resolves no order is placed any more by any process over the
   * store: orders that were on their way have been answered, or can no longer be sent. That takes as long as the
   * slowest call of the venue, at most 30 seconds.
   *
   * @throws ExecutionError ORDER_INVALID
   */
  set(request: KillSwitchRequest): Promise<KillSwitchState>;
  /**
   * Releases it. A switch that is off stays off.
   *
   * @throws ExecutionError RELEASE_FORBIDDEN for the key that set it where another one is asked for; KILL_SWITCH_HELD
   * while its file is present
   */
  release(release: { readonly by: string | null }): Promise<KillSwitchState>;
}

/** Options of {@link createKillSwitch}. */
export interface KillSwitchOptions {
  /** Store opened with `riskCollections` and the collections of events. */
  readonly store: Store;
  /** Source of time. */
  readonly clock: Clock;
  /** Terms of its release. Default `any`. */
  readonly release?: KillSwitchRelease;
  /** Tells whether a file holds it on. Default: none does. */
  readonly isHeld?: () => Promise<boolean>;
}

/** Creates the kill switch of the account in a store. @throws KernelError OPTION_INVALID */
export function createKillSwitch(options: KillSwitchOptions): KillSwitch {
  const parts = resolveOptions("createKillSwitch", options, RULES);
  const calls: KillSwitch = {
    read: async () => stateOf((await readBook(parts.store)).killSwitch),
    set: (request) => setSwitch(parts, request),
    release: ({ by }) => releaseSwitch(parts, by),
  };
  return checkedCalls("kill switch", calls, SIGNATURES, [], orderInvalid);
}

const RULES: OptionRules<Required<KillSwitchOptions>> = {
  store: portOption<Store>(["transaction", "find", "get"]),
  clock: portOption<Clock>(["now", "sleep"]),
  release: choiceOption(["any", "other_key"], { default: "any" }),
  isHeld: functionOption({ default: () => Promise.resolve(false) }),
};

const SIGNATURES: CallSignatures<KillSwitch> = {
  read: {},
  set: {
    request: exactObject({
      mode: anyText,
      reason: anyText,
      by: nullOr(anyText),
      source: absentOr(anyText),
    }),
  },
  release: { release: exactObject({ by: nullOr(anyText) }) },
};

type Parts = Required<KillSwitchOptions>;

/** Time between two looks at orders that are on their way, in milliseconds. */
const LOOK_MILLISECONDS = 20;

async function setSwitch(
  { store, clock }: Pick<Parts, "store" | "clock">,
  { mode, reason, by, source = "api" }: KillSwitchRequest,
): Promise<KillSwitchState> {
  if (mode !== "freeze" && mode !== "flatten") {
    throw invalid("mode", "The mode must be freeze or flatten.");
  }
  if (reason.trim() === "" || reason.length > 500) {
    throw invalid("reason", "The reason must be 1 to 500 characters.");
  }
  const record = await store.transaction(async (tx): Promise<KillSwitchRecord> => {
    const { killSwitch: before, sequence } = await readBook(tx);
    const next: KillSwitchRecord = {
      mode,
      reason,
      setAt: clock.now(),
      // A file or a signal does not take the place of the key that has to be another one for the release.
      setBy: by ?? before?.setBy ?? null,
      source,
      isDone: mode === "freeze",
      number: sequence + 1,
    };
    await writeBook(tx, { killSwitch: next });
    await recordEvent<RiskEvent>(tx, {
      type: "kill_switch.set",
      timestamp: next.setAt,
      killSwitch: { mode, reason, source },
    });
    return next;
  });
  while (await isSending({ store, clock })) await clock.sleep(LOOK_MILLISECONDS);
  return stateOf(record);
}

/** True while a call that places an order has not returned, and may still. */
export async function isSending({
  store,
  clock,
}: Pick<Parts, "store" | "clock">): Promise<boolean> {
  const query = { index: "by_state", equals: ["sending"], limit: 1000 } as const;
  const { items } = await store.find(riskOrders, query);
  return items.some(({ value }) => value.sendUntil > clock.now());
}

async function releaseSwitch(
  { store, clock, release, isHeld }: Parts,
  by: string | null,
): Promise<KillSwitchState> {
  if (await isHeld()) {
    throw new ExecutionError(
      "KILL_SWITCH_HELD",
      "The file of the kill switch is present, and would set it again: remove the file first.",
      { details: { source: "file" } },
    );
  }
  await store.transaction(async (tx) => {
    const { killSwitch } = await readBook(tx);
    if (killSwitch === null) return;
    if (release === "other_key" && (by === null || by === killSwitch.setBy)) {
      throw new ExecutionError(
        "RELEASE_FORBIDDEN",
        "The kill switch is released by another API key than the one that set it; keys of one account count as one.",
        { details: { setting: "KILL_SWITCH_RELEASE" } },
      );
    }
    await writeBook(tx, { killSwitch: null });
    const { mode, reason, source } = killSwitch;
    await recordEvent<RiskEvent>(tx, {
      type: "kill_switch.released",
      timestamp: clock.now(),
      killSwitch: { mode, reason, source },
    });
  });
  return stateOf(null);
}

function stateOf(record: KillSwitchRecord | null): KillSwitchState {
  if (record === null) {
    return { state: "off", mode: null, reason: null, source: null, setBy: null, setAt: null };
  }
  const { mode, reason, source, setBy, setAt, isDone } = record;
  return { state: isDone ? "frozen" : "flattening", mode, reason, source, setBy, setAt };
}

function invalid(field: string, message: string): ExecutionError {
  return new ExecutionError("ORDER_INVALID", message, { details: { field } });
}
