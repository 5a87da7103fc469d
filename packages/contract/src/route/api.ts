/** One API: its routes, its wire format and its security schemes, as data. */

import type { ReplyFormat, WireFormat } from "../wire/wire-format.ts";
import type { Route } from "./route.ts";

/** How a caller proves who it is. */
export type SecurityScheme = BearerScheme | ApiKeyScheme;

export interface BearerScheme {
  /** `Authorization: Bearer …`; the scheme's name in any case. */
  readonly type: "bearer";
  /** Told in OpenAPI only, such as `JWT`. */
  readonly bearerFormat?: string;
  readonly optional?: boolean;
}

export interface ApiKeyScheme {
  readonly type: "apiKey";
  /** The header's name as the documents spell it. */
  readonly header: string;
  /** The name counts only in exactly that spelling, where the transport keeps it. Default false, as HTTP says. */
  readonly exactCase?: boolean;
  /** Enforced only by a binding with an `authenticate` option; without one its routes are open. Default false. */
  readonly optional?: boolean;
}

export type Routes = Readonly<Record<string, Route>>;

/** What a caller needs of an API. */
export interface ClientApi<R extends Routes = Routes> {
  /** Short and lower case: `backtest`. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** What every path begins with, such as `/api`; may be empty. */
  readonly basePath: string;
  readonly wire: ReplyFormat;
  readonly security: Readonly<Record<string, SecurityScheme>>;
  /** By operation id. */
  readonly routes: R;
}

export interface Api<R extends Routes = Routes> extends ClientApi<R> {
  readonly wire: WireFormat;
}

/** States an API. What the types cannot see is checked when it is bound or documented. */
export function defineApi<R extends Routes>(api: Api<R>): Api<R> {
  return api;
}
