/** The context that the parts of the broker share, with its requests to the exchange. */

import type { UnconfirmedOrders } from "@bourse/trading-core/execution";

import type { BrokerTerms } from "./broker-options.ts";
import type { CcxtExchange } from "./ccxt-shapes.ts";
import { faultOf, type Fault } from "./faults.ts";
import { createMarkets, type Market, type Markets } from "./markets.ts";
import type { PlacedOrders } from "./placed-orders.ts";

/** The value of a request, or the fault of its last try. */
type Outcome<T> = { readonly value: T } | { readonly fault: Fault };

/** The options of the broker, its exchange and markets, and requests with repetition. */
export interface BrokerContext {
  readonly terms: BrokerTerms;
  readonly exchange: CcxtExchange;
  readonly markets: Markets;
  /**
   * Sends a request, and repeats it when it had no effect. With `isRead` a repetition is always safe, so a request
   * whose outcome is unknown is repeated too.
   */
  readonly send: <T>(
    ask: () => Promise<T>,
    options?: { readonly isRead: boolean },
  ) => Promise<Outcome<T>>;
  /** Sends a read; throws the error of its fault. */
  readonly read: <T>(ask: () => Promise<T>) => Promise<T>;
}

/** The context of what sends orders. */
export interface SubmitterContext extends BrokerContext {
  /** Orders whose outcome the exchange has not reported yet. */
  readonly unconfirmed: UnconfirmedOrders;
  /** Orders that the exchange has taken. */
  readonly placed: PlacedOrders;
  /** Markets that orders were sent to since the start, by symbol. */
  readonly seen: Map<string, Market>;
}

/** Creates the context of one broker. */
export function createBrokerContext(terms: BrokerTerms, exchange: CcxtExchange): BrokerContext {
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

/** A failure is left to the next try, which reports it. */
async function compareClocks(exchange: CcxtExchange): Promise<void> {
  await exchange.loadTimeDifference?.().catch(() => undefined);
}
