/**
 * What an auth service tells anyone, outside of the prefix and of the envelope: its verification keys and its health.
 *
 * An API of its own, since a wire format holds for a whole table; the errors are spelled as those of `authApi`.
 */

import * as z from "zod";

import { defineApi } from "../route/api.ts";
import { route } from "../route/route.ts";
import { envelope } from "../wire/envelope.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { Text } from "./fields.ts";

/** RFC 7517 §5. More members of a key pass through. */
export const JsonWebKeySet = z.object({
  keys: z.array(z.looseObject({ kty: Text, kid: Text, alg: Text, use: Text })),
});
export type JsonWebKeySet = z.infer<typeof JsonWebKeySet>;

export const AuthHealth = z.object({ service: Text, status: z.literal("ok"), version: Text });

const { envelope: _wrapped, ...errorsOnly } = envelope;
const bare: WireFormat = { ...errorsOnly, name: "bare" };

export const authDiscoveryApi = defineApi({
  id: "auth-discovery",
  title: "Bourse access control: discovery",
  version: "1",
  basePath: "",
  wire: bare,
  security: {},
  routes: {
    jwks: route("GET", "/.well-known/jwks.json", { responses: { 200: JsonWebKeySet } }),
    health: route("GET", "/health", { responses: { 200: AuthHealth } }),
  },
});

/** The table's type. */
export type AuthDiscoveryApi = typeof authDiscoveryApi;
