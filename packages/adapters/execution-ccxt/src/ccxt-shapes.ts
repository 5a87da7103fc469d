/**
 * The part of ccxt that the broker uses, with `number` set to `String`: every amount is text in both directions.
 *
 * ccxt's own declarations say `number`, which is true of its defaults only. Fields come from a hundred exchanges, so
 * nearly every one may be missing.
 */

export type Amount = string | number | null | undefined;

/** The ccxt module: exchange classes by their ids. */
export interface CcxtModule {
  /** Ids of all exchanges. */
  readonly exchanges: readonly string[];
}

export interface CcxtMarket {
  /** Symbol in the exchange's spelling: `BTCUSDT`. */
  readonly id: string;
  /** Symbol in ccxt's spelling: `BTC/USDT`. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly spot?: boolean | undefined;
  readonly active?: boolean | undefined;
  readonly precision: { readonly amount?: Amount; readonly price?: Amount };
  readonly limits: {
    readonly amount?: { readonly min?: Amount } | undefined;
    readonly cost?: { readonly min?: Amount } | undefined;
  };
}

interface CcxtFee {
  readonly cost?: Amount;
  readonly currency?: string | null | undefined;
}

export interface CcxtOrder {
  readonly id?: string | undefined;
  readonly clientOrderId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly side?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly amount?: Amount;
  readonly price?: Amount;
  readonly triggerPrice?: Amount;
  readonly filled?: Amount;
  readonly average?: Amount;
  readonly fee?: CcxtFee | undefined;
  readonly fees?: readonly CcxtFee[] | undefined;
  readonly timestamp?: number | undefined;
  readonly lastUpdateTimestamp?: number | undefined;
  readonly lastTradeTimestamp?: number | undefined;
}

export interface CcxtTrade {
  /** The id of its order. */
  readonly order?: string | undefined;
  readonly fee?: CcxtFee | undefined;
  readonly fees?: readonly CcxtFee[] | undefined;
}

export interface CcxtTicker {
  readonly symbol?: string | undefined;
  readonly last?: Amount;
}

/**
 * Known properties of a method that reads orders: whether it wants a symbol, and whether stops have a list of their
 * own.
 */
interface CcxtMethodFeature {
  readonly symbolRequired?: boolean | undefined;
  readonly trigger?: boolean | undefined;
  readonly triggerPrice?: boolean | undefined;
  readonly limit?: number | undefined;
}

type Ability = boolean | "emulated" | undefined;

type ListOrders = (
  symbol: string | undefined,
  since: number | undefined,
  limit: number | undefined,
  params?: object,
) => Promise<readonly CcxtOrder[]>;

export interface CcxtExchange {
  readonly id: string;
  readonly has: Readonly<Record<string, Ability>>;
  readonly features?: {
    readonly spot?: Readonly<Record<string, CcxtMethodFeature | null | undefined>> | null;
  };
  /** Addresses, nested by kinds of routes; `{hostname}` in them stands for {@link hostname}. */
  readonly urls: { readonly api?: unknown };
  readonly hostname?: string | undefined;
  readonly options: Record<string, unknown>;
  /** Meaning of `precision`: 2 digits behind the point, 3 significant digits, 4 a step. */
  readonly precisionMode: number;
  readonly markets?: Readonly<Record<string, CcxtMarket>> | undefined;

  apiKey?: string;
  secret?: string;
  password?: string;
  uid?: string;
  /** Milliseconds, of one request. */
  timeout: number;
  userAgent: unknown;
  number: (text: string) => unknown;
  parseJson: (text: string) => unknown;
  fetchImplementation: (address: string, init: CcxtRequest) => Promise<Response>;

  checkRequiredCredentials(): unknown;
  setSandboxMode(enabled: boolean): void;
  isJsonEncodedObject(text: string): boolean;
  /** The same JSON with every number as text. */
  onJsonResponse(text: string): string;
  amountToPrecision(symbol: string, amount: string): string;
  priceToPrecision(symbol: string, price: string): string;

  loadMarkets(reload?: boolean): Promise<unknown>;
  loadTimeDifference?(): Promise<unknown>;
  fetchTime(): Promise<unknown>;
  fetchTicker(symbol: string): Promise<CcxtTicker>;
  fetchTickers(symbols: readonly string[]): Promise<Readonly<Record<string, CcxtTicker>>>;
  fetchBalance(): Promise<{
    readonly total?: Readonly<Record<string, Amount>>;
    readonly free?: Readonly<Record<string, Amount>>;
  }>;
  createOrder(
    symbol: string,
    type: "market" | "limit",
    side: "buy" | "sell",
    amount: string,
    price: string | undefined,
    params: object,
  ): Promise<CcxtOrder>;
  cancelOrder(id: string, symbol: string, params?: object): Promise<unknown>;
  fetchOrder(id: string, symbol: string, params?: object): Promise<CcxtOrder>;
  fetchOrders: ListOrders;
  fetchOpenOrders: ListOrders;
  fetchClosedOrders: ListOrders;
  fetchCanceledOrders: ListOrders;
  fetchCanceledAndClosedOrders: ListOrders;
  fetchMyTrades(
    symbol: string,
    since: number | undefined,
    limit: number | undefined,
  ): Promise<readonly CcxtTrade[]>;
}

/** Options that ccxt passes to its fetch. */
export interface CcxtRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}
