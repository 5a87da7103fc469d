/** The account that live sessions trade on. */

import {
  functionOption,
  numberOption,
  optional,
  resolveOptions,
  shapedOption,
  textOption,
  booleanOption,
  type OptionRule,
  type OptionRules,
} from "@bourse/kernel";

import type { FindInstrument } from "../../execution/instruments.ts";
import type { ExecutionBroker } from "../../execution/port.ts";
import { anyBroker } from "../../part-shapes.ts";
import { asRiskRules } from "../../risk/guarded-broker.ts";
import type { RiskLimits, RiskRules } from "../../risk/limits.ts";

/** The account of live sessions. */
export interface LiveAccount {
  /** Broker of the account, without a guard: each session puts one around it, over the service's store. */
  readonly broker: ExecutionBroker;
  /** Id of the account, which a request confirms. 1–100 characters. */
  readonly account: string;
  /** Name of the exchange whose candles its sessions decide on: the market that it trades. Default: the broker's. */
  readonly exchange?: string;
  /** Finds instruments with the steps of the exchange. */
  readonly instruments: FindInstrument;
  /** Limits of the account, which every session is under. Default: none beside those of the session. */
  readonly risk?: RiskLimits | RiskRules;
  /** Asset in which values, equity and losses are counted. Default `USDT`. */
  readonly quote?: string;
  /** Reads this clock minus the exchange's in milliseconds; null while it was not measured. Default: never measured. */
  readonly clockOffset?: () => number | null;
  /** True where a purchase pays its fee in the base asset, as on the spot market of Bybit. Default false. */
  readonly paysBuyFeesInBase?: boolean;
  /** Pause between two looks at waiting orders and acts, in milliseconds. 50–60,000, default 1000. */
  readonly pollMilliseconds?: number;
  /** Pause between two comparisons with the exchange, in milliseconds. 1000–3,600,000, default 60,000. */
  readonly reconcileMilliseconds?: number;
  /** Time limit of one call of the broker in milliseconds; its outcome is unknown then. 100–600,000, default 30,000. */
  readonly callMilliseconds?: number;
  /**
   * Time in milliseconds after the last sending of an order after which the exchange, where it does not show the order,
   * has never taken it. 1000–3,600,000, default 120,000.
   */
  readonly graceMilliseconds?: number;
}

/** The account with its defaults. */
export interface ResolvedLiveAccount extends Required<Omit<LiveAccount, "risk">> {
  readonly risk: RiskRules;
}

type Checked = Required<Omit<LiveAccount, "exchange">> & Pick<LiveAccount, "exchange">;

const RULES: OptionRules<Checked> = {
  broker: shapedOption("a broker", anyBroker),
  account: textOption({ maxLength: 100 }),
  exchange: optional(textOption({ maxLength: 64 })),
  instruments: functionOption(),
  risk: {
    expected: "an object of limits",
    accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    absent: () => ({}),
  },
  quote: textOption({ default: "USDT", maxLength: 32 }),
  clockOffset: functionOption({ default: () => null }),
  paysBuyFeesInBase: booleanOption({ default: false }),
  pollMilliseconds: numberOption({ min: 50, max: 60_000, default: 1000 }),
  reconcileMilliseconds: numberOption({ min: 1000, max: 3_600_000, default: 60_000 }),
  callMilliseconds: numberOption({ min: 100, max: 600_000, default: 30_000 }),
  graceMilliseconds: numberOption({ min: 1000, max: 3_600_000, default: 120_000 }),
};

/** The account with its defaults. @throws KernelError OPTION_INVALID */
export function resolveLiveAccount(given: LiveAccount): ResolvedLiveAccount {
  const resolved = resolveOptions("live account", given, RULES);
  const { risk, broker, exchange = broker.exchange } = resolved;
  return { ...resolved, exchange, risk: asRiskRules(risk) };
}

/** Rule of the option of the service. */
export const liveOption: OptionRule<LiveAccount | undefined> = {
  expected: "an account of live sessions",
  accepts(value) {
    resolveLiveAccount(value as LiveAccount);
    return true;
  },
  absent: () => undefined,
};
