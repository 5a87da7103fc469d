/** Limits of orders by RISK_LIMITS, with tight defaults where orders may move real money. */

import { readFileSync } from "node:fs";

import { hasCode, KernelError } from "@bourse/kernel";
import { readRiskLimits, riskLimitNames, type RiskRules } from "@bourse/trading-core/risk";

import type { BacktestEnvironment } from "./environment.ts";

type Settings = Pick<
  BacktestEnvironment,
  "RISK_LIMITS" | "EXECUTION_ALLOW_LIVE" | "EXECUTION_PROVIDER" | "ROLE"
>;

/** Limits of live trading that RISK_LIMITS may leave out. */
const LIVE_DEFAULTS = {
  max_leverage: 1,
  max_drawdown: 0.1,
  max_orders_per_minute: 30,
  price_collar: 0.05,
  max_data_age_seconds: 180,
} as const;

/** Limits of live trading that nobody else can know. */
const LIVE_NEEDS = ["max_order_value", "max_position_value", "max_daily_loss"] as const;

/**
 * Reads the limits in force by their names; undefined for none.
 *
 * @throws KernelError OPTION_INVALID for text that is neither JSON nor a file of JSON, a wrong limit, and live trading
 * without the limits that it needs
 */
export function riskLimits(config: Settings): Readonly<Record<string, unknown>> | undefined {
  const { RISK_LIMITS: text, EXECUTION_ALLOW_LIVE, EXECUTION_PROVIDER, ROLE } = config;
  const hasAccount = ROLE === "all" || ROLE === "execution";
  const isLive = EXECUTION_ALLOW_LIVE === "yes" && EXECUTION_PROVIDER !== "paper" && hasAccount;
  const given = text === undefined ? undefined : parse(text);
  if (isLive) {
    const missing = LIVE_NEEDS.filter((name) => given?.[name] === undefined);
    if (missing.length > 0) {
      throw refuse(
        `EXECUTION_ALLOW_LIVE=yes lets orders move real money, and needs limits: add ${missing.join(", ")}, such as RISK_LIMITS={"max_order_value":1000,"max_position_value":5000,"max_daily_loss":200}, in the quote asset.`,
      );
    }
  }
  const limits = isLive ? { ...LIVE_DEFAULTS, ...given } : given;
  if (limits !== undefined) readLimits(limits);
  return limits;
}

/** The limits in force, checked. */
export function riskRules(config: Settings): RiskRules {
  return readLimits(riskLimits(config) ?? {});
}

function readLimits(limits: object): RiskRules {
  try {
    return readRiskLimits(limits);
  } catch (error) {
    if (!hasCode(error, "OPTION_INVALID")) throw error;
    throw refuse(`RISK_LIMITS: ${error.message}`, error);
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  const json = text.trimStart().startsWith("{") ? text : contentOf(text);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw refuse("RISK_LIMITS must be a JSON object, or the path of a file that has one.", error);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  const names = Object.keys(riskLimitNames).join(", ");
  throw refuse(`RISK_LIMITS must be a JSON object with some of ${names}.`);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw refuse(`RISK_LIMITS: the file cannot be read (${code ?? "unknown error"}).`, error);
  }
}

function refuse(message: string, cause?: unknown): KernelError {
  return new KernelError("OPTION_INVALID", message, { cause, details: { option: "RISK_LIMITS" } });
}
