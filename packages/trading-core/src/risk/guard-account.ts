/** The guard of a service's account: its limits, and the last prices of its sources of candles. */

import {
  choiceOption,
  Decimal,
  functionOption,
  hasCode,
  isBourseError,
  optional,
  resolveOptions,
  type Clock,
  type Ids,
  type OptionRule,
  type OptionRules,
  type Store,
} from "@bourse/kernel";

import type { ExecutionBroker } from "../execution/port.ts";
import type { ExchangeDirectory } from "../market-data/exchange-directory.ts";
import { newestPrice } from "../market-data/live-price.ts";
import { asRiskRules, createGuardedBroker } from "./guarded-broker.ts";
import { createKillSwitch, type KillSwitch, type KillSwitchRelease } from "./kill-switch.ts";
import type { RiskLimits, RiskRules } from "./limits.ts";
import type { FindLastPrice } from "./read-account.ts";

/** Limits of the orders of a service, and the terms of its kill switch. */
export interface ServiceGuardOptions {
  /** Limits of orders. Default: none. */
  readonly limits?: RiskLimits | RiskRules;
  /** Terms of the release of the kill switch. Default `any`: whoever may trade. */
  readonly release?: KillSwitchRelease;
  /** Tells whether a file holds the kill switch on. Default: none does. */
  readonly isHeld?: () => Promise<boolean>;
}

const RULES: OptionRules<{
  readonly [Key in keyof Required<ServiceGuardOptions>]: ServiceGuardOptions[Key];
}> = {
  limits: {
    expected: "limits of orders",
    accepts: (value) =>
      isWithout("OPTION_INVALID", () => asRiskRules(value as RiskLimits | RiskRules)),
    absent: () => undefined,
  },
  release: optional(choiceOption(["any", "other_key"])),
  isHeld: optional(functionOption<() => Promise<boolean>>()),
};

/** Rule of the option of a service. */
export const guardOption: OptionRule<ServiceGuardOptions | undefined> = {
  expected: "an object of limits, release and isHeld",
  accepts: (value) => {
    resolveOptions("guard", value as ServiceGuardOptions, RULES);
    return true;
  },
  absent: () => undefined,
};

function isWithout(code: string, act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (hasCode(error, code)) return false;
    throw error;
  }
}

/** Opens the kill switch of an account on the terms of its guard. */
export function openKillSwitch({
  store,
  clock,
  guard: { release, isHeld } = {},
  onSet,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly guard: ServiceGuardOptions | undefined;
  /** Called when it was set, without being waited for. */
  readonly onSet: () => void;
}): KillSwitch {
  const killSwitch = createKillSwitch({
    store,
    clock,
    ...(release !== undefined && { release }),
    ...(isHeld !== undefined && { isHeld }),
  });
  return {
    ...killSwitch,
    async set(request) {
      const state = await killSwitch.set(request);
      onSet();
      return state;
    },
  };
}

/** A broker with or without work of its own. */
export interface WorkingBroker extends ExecutionBroker {
  /** Begins its work. */
  readonly start?: () => Promise<void>;
  /** Ends its work. */
  readonly stop?: () => Promise<void>;
}

/** Puts a guard around the broker of an account, and starts and stops both together. */
export function guardAccount({
  broker,
  store,
  clock,
  ids,
  exchanges,
  guard,
  onError,
}: {
  readonly broker: WorkingBroker;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "uuid">;
  readonly exchanges: ExchangeDirectory;
  readonly guard: ServiceGuardOptions | undefined;
  readonly onError: (error: unknown) => void;
}): {
  readonly broker: ExecutionBroker;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly look: () => Promise<void>;
} {
  const guarded = createGuardedBroker({
    broker,
    store,
    clock,
    ids,
    risk: guard?.limits ?? {},
    lastPrice: (symbol) => lastPriceOf(exchanges, symbol),
    ownsAccount: broker.exchange === "paper",
    onError,
  });
  return {
    broker: guarded,
    async start() {
      await broker.start?.();
      await guarded.start();
    },
    async stop() {
      await guarded.stop();
      await broker.stop?.();
    },
    look: () => guarded.look(),
  };
}

async function lastPriceOf(
  exchanges: ExchangeDirectory,
  symbol: string,
): ReturnType<FindLastPrice> {
  try {
    const request = { symbol, interval: "1", limit: 1, isLive: true } as const;
    const { price, priceTime } = newestPrice(await exchanges.find().candles(request), symbol, "1");
    return { price: Decimal.fromNumber(price), priceTime };
  } catch (error) {
    // Without a price the rules that need one refuse.
    if (isBourseError(error)) return null;
    throw error;
  }
}
