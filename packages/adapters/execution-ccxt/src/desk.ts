/** What the parts of the broker share, and how they ask the exchange. */

import type { BrokerTerms } from "./broker-options.ts";
import type { CcxtExchange } from "./ccxt-shapes.ts";
import { faultOf, type Fault } from "./faults.ts";
import { createMarkets, type Markets } from "./markets.ts";

/** A value, or the fault that the last try met. */
type Outcome<T> = { readonly value: T } | { readonly fault: Fault };

export interface Desk {
  readonly terms: BrokerTerms;
  readonly exchange: CcxtExchange;
  readonly markets: Markets;
  /**
   * Tries again what had no effect. With `isRead` every try has the same effect as one, and what nobody knows the fate of
   * is tried again too.
   */
  readonly send: <T>(
    ask: () => Promise<T>,
    options?: { readonly isRead: boolean },
  ) => Promise<Outcome<T>>;
  /** The value of a read, or the fault's error thrown. */
  readonly read: <T>(ask: () => Promise<T>) => Promise<T>;
}

export function createDesk(terms: BrokerTerms, exchange: CcxtExchange): Desk {
  const { apiKey, apiSecret, apiPassword } = terms;
  const secrets = [apiKey, apiSecret, apiPassword].filter((each) => each !== undefined);

  async function send<T>(
    ask: () => Promise<T>,
    { isRead }: { readonly isRead: boolean } = { isRead: false },
  ): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt += 1) {
      let fault: Fault;
      try {
        return { value: await ask() };
      } catch (error) {
        fault = faultOf(exchange.id, error, secrets);
      }
      const mayTry = fault.kind === "again" || (isRead && fault.kind === "unsure");
      if (!mayTry || attempt >= terms.attempts) return { fault };
      await terms.clock.sleep(terms.pauseMilliseconds * 2 ** (attempt - 1));
      // Another time stamp, by the exchange's clock as it is now.
      if (fault.classes.includes("InvalidNonce")) await compareClocks(exchange);
    }
  }

  async function read<T>(ask: () => Promise<T>): Promise<T> {
    const outcome = await send(ask, { isRead: true });
    if ("fault" in outcome) throw outcome.fault.error;
    return outcome.value;
  }

  return { terms, exchange, markets: createMarkets(terms, exchange, read), send, read };
}

/** Where it fails, the next try says why. */
async function compareClocks(exchange: CcxtExchange): Promise<void> {
  await exchange.loadTimeDifference?.().catch(() => undefined);
}
