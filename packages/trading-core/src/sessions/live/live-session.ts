/** A live session in the process that runs it: its kernel, its document, its guarded broker. */

import type { AnyStrategy } from "@bourse/backtest-engine/strategies";
import { Decimal, isBourseError, StoreError, type Versioned } from "@bourse/kernel";

import { ExecutionError } from "../../execution/errors.ts";
import type { Instrument } from "../../execution/instruments.ts";
import { readAmount } from "../../execution/paper/amount.ts";
import type { ExecutionBroker } from "../../execution/port.ts";
import { createGuardedBroker } from "../../risk/guarded-broker.ts";
import { resolveRiskLimits } from "../../risk/limits.ts";
import { LiveKernel } from "../../session/live/live-kernel.ts";
import type { SessionDocument } from "../collections.ts";
import { definitionOf } from "../create-session.ts";
import { otherwise } from "../rebuild-session.ts";
import type { SessionParts } from "../session-parts.ts";
import type { ResolvedLiveAccount } from "./live-account.ts";
import { narrowerRules } from "./narrower-rules.ts";
import { replayLive } from "./replay-live.ts";

/** The process as a run needs to know it. */
export interface LiveRunner {
  readonly parts: SessionParts;
  readonly account: ResolvedLiveAccount;
  /** Process that runs it. */
  readonly holder: string;
  /** True while the lease of the process lasts, by its own clock. */
  readonly isHeld: () => boolean;
}

/** A live session that runs. */
export interface LiveSession extends LiveRunner {
  readonly broker: ExecutionBroker;
  readonly kernel: LiveKernel;
  readonly instrument: Instrument;
  /** The document as it was last read or written. */
  document: Versioned<SessionDocument>;
}

/** A live session from its stored decisions, orders and fills. */
export async function openLiveSession(
  given: LiveRunner & Pick<LiveSession, "document">,
  strategy: AnyStrategy,
): Promise<LiveSession> {
  const { parts, account, document } = given;
  const { value } = document;
  const { symbol, risk = {} } = value.request;
  const instrument = await answered(given, async () => await account.instruments(symbol));
  const kernel = new LiveKernel(definitionOf(value, strategy), instrument);
  await replayLive(parts.store, value.id, kernel, ({ index, decision }, { decisionHash }) => {
    if (decisionHash !== decision.decisionHash) throw otherwise(value, index);
  });
  kernel.state = value.state;
  const broker = createGuardedBroker({
    broker: account.broker,
    store: parts.store,
    risk: narrowerRules(account.risk, resolveRiskLimits(risk)),
    quote: account.quote,
    clockOffset: account.clockOffset,
    clock: parts.clock,
    lastPrice: () => Promise.resolve(kernel.lastPrice),
    onError: (error) => {
      parts.onError(error, value.id);
    },
  });
  return { ...given, instrument, kernel, broker };
}

/** Calls the exchange. @throws ExecutionError EXECUTION_UNAVAILABLE when it does not answer in time */
export async function answered<T>(
  {
    parts: { clock },
    account: { callMilliseconds, broker },
  }: Pick<LiveSession, "parts" | "account">,
  call: () => Promise<T>,
): Promise<T> {
  const timer = new AbortController();
  const late = clock.sleep(callMilliseconds, timer.signal).then(() => {
    throw new ExecutionError(
      "EXECUTION_UNAVAILABLE",
      `${broker.exchange} has not answered within ${callMilliseconds} ms.`,
      { details: { exchange: broker.exchange } },
    );
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([call(), late]);
  } finally {
    timer.abort();
  }
}

/** Position of the account in the symbol, below 0 when short. */
export async function positionOf(session: LiveSession): Promise<Decimal> {
  const { symbol } = session.document.value.request;
  const positions = await answered(session, () => session.broker.positions(symbol));
  return positions.reduce((sum, { side, quantity }) => {
    const amount = readAmount(quantity);
    return sum.plus(side === "short" ? amount.negated() : amount);
  }, Decimal.zero);
}

/** Tells a fault of the exchange, after which the session goes on; errors of another kind pass through. */
export function tellFault({ parts, document }: LiveSession, error: unknown): void {
  if (error instanceof StoreError || !isBourseError(error)) throw error;
  parts.onError(error, document.value.id);
}
