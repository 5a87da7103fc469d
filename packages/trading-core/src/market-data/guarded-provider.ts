/** A circuit breaker: a source that does not answer costs all callers together one short wait. */

import { EngineError } from "@bourse/backtest-engine";
import {
  hasCode,
  integerOption,
  portOption,
  resolveOptions,
  systemClock,
  untilAborted,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import { checkedProvider } from "./checked-provider.ts";
import type { CandleProvider, FundingRequest } from "./port.ts";

/** Options of {@link createGuardedProvider}. */
export interface GuardedProviderOptions {
  /** Provider to guard. */
  readonly provider: CandleProvider;
  /** Source of time. Default: the system's clock. */
  readonly clock?: Clock;
  /**
   * Time in milliseconds without any data after which a request fails; what the provider waits by itself, as it tells
   * `onWait`, does not count. 1–600,000, default 2,000.
   */
  readonly silenceMilliseconds?: number;
  /**
   * Time in milliseconds during which a failed source is not asked; it doubles with each failed trial, up to 64 times.
   * 1–3,600,000, default 5,000.
   */
  readonly coolDownMilliseconds?: number;
}

/**
 * Creates a provider that stops asking a source that does not answer.
 *
 * A request that fails with MARKET_DATA_UNAVAILABLE, or that receives nothing for too long, opens the circuit: every
 * request is refused at once until the cool-down is over. Then one request is let through as a trial while the others
 * are still refused; its success closes the circuit. A refusal by the source, such as an unknown symbol, counts as an
 * answer, and so does progress: a long download is never cut while candles arrive, nor while the provider keeps its
 * pace or a wait that the exchange demands.
 *
 * @throws EngineError MARKET_DATA_UNAVAILABLE with details.retryAfterMilliseconds while the circuit is open
 */
export function createGuardedProvider(options: GuardedProviderOptions): CandleProvider {
  const { provider, clock, silenceMilliseconds, coolDownMilliseconds } = resolveOptions(
    "createGuardedProvider",
    options,
    RULES,
  );
  const circuit = new Circuit(provider.exchange, clock, coolDownMilliseconds);

  async function guard<T>(
    caller: AbortSignal | undefined,
    call: (signal: AbortSignal, alive: (wait?: number) => void) => Promise<T>,
  ): Promise<T> {
    caller?.throwIfAborted();
    const settle = circuit.enter();
    const watch = watchSilence(provider.exchange, clock, silenceMilliseconds);
    const signal = caller === undefined ? watch.signal : AbortSignal.any([caller, watch.signal]);
    try {
      const reply = await untilAborted(call(signal, watch.alive), watch.signal);
      settle("answered");
      return reply;
    } catch (error) {
      if (caller?.aborted === true) settle("abandoned");
      else settle(hasCode(error, "MARKET_DATA_UNAVAILABLE") ? "unavailable" : "answered");
      throw error;
    } finally {
      watch.end();
    }
  }

  const rates = provider.fundingRates?.bind(provider);
  return checkedProvider("createGuardedProvider", {
    exchange: provider.exchange,
    ...(provider.intervals && { intervals: provider.intervals }),
    ...(rates !== undefined && {
      fundingRates: (request: FundingRequest) =>
        guard(request.signal, (signal, alive) =>
          rates({
            ...request,
            signal,
            ...heard(request, alive),
          }),
        ),
    }),
    candles: (request) =>
      guard(request.signal, (signal, alive) =>
        provider.candles({
          ...request,
          signal,
          ...heard(request, alive),
        }),
      ),
    symbols: (caller, onWait) =>
      guard(caller, (signal, alive) => provider.symbols(signal, heard({ onWait }, alive).onWait)),
  });
}

interface Listeners {
  readonly onProgress?: ((received: number) => void) | undefined;
  readonly onWait?: ((milliseconds: number) => void) | undefined;
}

/** Listeners that pass on what a source tells on the way: to the watch, and to who asked. */
function heard({ onProgress, onWait }: Listeners, alive: (wait?: number) => void) {
  return {
    onProgress: (received: number) => {
      alive();
      onProgress?.(received);
    },
    onWait: (milliseconds: number) => {
      alive(milliseconds);
      onWait?.(milliseconds);
    },
  };
}

const RULES: OptionRules<Required<GuardedProviderOptions>> = {
  provider: portOption<CandleProvider>(["candles", "symbols"]),
  clock: portOption<Clock>(["now", "monotonic", "sleep"], { default: systemClock }),
  silenceMilliseconds: integerOption({ min: 1, max: 600_000, default: 2_000 }),
  coolDownMilliseconds: integerOption({ min: 1, max: 3_600_000, default: 5_000 }),
};

/** The outcome of a request that was let through; one `abandoned` by its caller says nothing about the source. */
type Outcome = "answered" | "unavailable" | "abandoned";

class Circuit {
  readonly #exchange: string;
  readonly #clock: Clock;
  readonly #coolDown: number;
  #failures = 0;
  #closedAgainAt = 0;
  #trial = false;

  constructor(exchange: string, clock: Clock, coolDown: number) {
    this.#exchange = exchange;
    this.#clock = clock;
    this.#coolDown = coolDown;
  }

  /** Lets a request through, or throws; the returned function takes its outcome. */
  enter(): (outcome: Outcome) => void {
    if (this.#failures === 0) return (outcome) => this.#settle(outcome);
    const wait = Math.ceil(this.#closedAgainAt - this.#clock.monotonic());
    if (wait > 0 || this.#trial) throw this.#refusal(Math.max(wait, 0));
    this.#trial = true;
    return (outcome) => {
      this.#trial = false;
      this.#settle(outcome);
    };
  }

  #settle(outcome: Outcome): void {
    if (outcome === "answered") this.#failures = 0;
    if (outcome !== "unavailable") return;
    // Requests that failed side by side count as one failure: only the first after a cool-down prolongs it.
    const now = this.#clock.monotonic();
    if (this.#failures > 0 && now < this.#closedAgainAt) return;
    this.#closedAgainAt = now + this.#coolDown * 2 ** Math.min(this.#failures, 6);
    this.#failures += 1;
  }

  #refusal(wait: number): EngineError {
    return new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `${this.#exchange} could not be reached a moment ago and is asked again in ${wait} ms.`,
      { details: { exchange: this.#exchange, retryAfterMilliseconds: wait } },
    );
  }
}

interface SilenceWatch {
  /** Aborted with MARKET_DATA_UNAVAILABLE when nothing has arrived for too long. */
  readonly signal: AbortSignal;
  /** Something arrived, or the source waits by itself for so many milliseconds from now on. */
  readonly alive: (wait?: number) => void;
  readonly end: () => void;
}

function watchSilence(exchange: string, clock: Clock, limit: number): SilenceWatch {
  const tooLong = new AbortController();
  const ended = new AbortController();
  let heardUntil = clock.monotonic();

  async function watch(): Promise<void> {
    for (let left = limit; left > 0; left = heardUntil + limit - clock.monotonic()) {
      await clock.sleep(left, ended.signal);
    }
    const error = new EngineError(
      "MARKET_DATA_UNAVAILABLE",
      `${exchange} must answer within ${limit} ms; nothing arrived.`,
      { details: { exchange } },
    );
    tooLong.abort(error);
  }

  // The only way for the watch to reject is its end.
  watch().catch(() => undefined);
  return {
    signal: tooLong.signal,
    alive: (wait = 0) => {
      heardUntil = clock.monotonic() + wait;
    },
    end: () => ended.abort(),
  };
}
