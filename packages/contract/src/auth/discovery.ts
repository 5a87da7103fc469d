/**
 * The routes of an auth service that anyone may call, outside of the prefix and of the envelope: its verification keys
 * and its health.
 *
 * They are an API of their own, since a wire format holds for a whole table; errors are spelled as in `authApi`.
 */

import * as z from "zod";

import { defineApi, type Api } from "../route/api.ts";
import { documented, type DocumentedApi } from "../route/docs.ts";
import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { route } from "../route/route.ts";
import { envelope } from "../wire/envelope.ts";
import { envelopeErrors } from "../wire/error-schemas.ts";
import type { WireFormat } from "../wire/wire-format.ts";
import { Text } from "./fields.ts";

const keyFields = {
  /** Key type (RFC 7517 §4.1), such as `EC`. */
  kty: Text,
  /** Key id (RFC 7517 §4.5), which the header of a token names. */
  kid: Text,
  /** Signature algorithm (RFC 7517 §4.4), such as `ES256`. */
  alg: Text,
  /** Use of the key (RFC 7517 §4.2): `sig`. */
  use: Text,
};
/** A public key (RFC 7517 §4). Its further members pass through. */
export interface PublicKey extends Fields<typeof keyFields> {
  readonly [member: string]: unknown;
}
const PublicKey: z.ZodType<PublicKey, PublicKey> = z.looseObject(keyFields);

const keySetFields = {
  /** The public keys, the signing one and those that still verify. */
  keys: list(PublicKey),
};
/** A set of public keys (RFC 7517 §5). */
export interface JsonWebKeySet extends Fields<typeof keySetFields> {}
export const JsonWebKeySet: ObjectSchema<JsonWebKeySet> = object(keySetFields);

const healthFields = {
  /** Name of the service. */
  service: Text,
  /** Always `ok`: a service that is out of order answers 503. */
  status: z.literal("ok"),
  /** Version of the service. */
  version: Text,
  /** Present where a login may be kept in a cookie. */
  cookies: z.literal(true).optional(),
  /** Present where passkeys are set up. */
  passkeys: z.literal(true).optional(),
  /** Registrations where not everybody may create an account: by invitation, or by the operator alone. */
  registration: oneOf(["invite", "closed"]).optional(),
};
/** The health of the service. */
export interface AuthHealth extends Fields<typeof healthFields> {}
export const AuthHealth: ObjectSchema<AuthHealth> = object(healthFields);

const { envelope: _wrapped, ...errorsOnly } = envelope;
const bare: WireFormat = { ...errorsOnly, name: "bare" };

export const discoveryRoutes = {
  /**
   * List the public keys that verify access tokens.
   *
   * `GET /.well-known/jwks.json`.
   *
   * @example
   *   await client.jwks();
   */
  jwks: route("GET", "/.well-known/jwks.json", { responses: { 200: JsonWebKeySet } }),
  /**
   * Report the service and its version.
   *
   * `GET /health`.
   *
   * @throws Problem:
   * - SERVICE_UNAVAILABLE (503): Call again later.
   * @example
   *   await client.health();
   */
  health: route("GET", "/health", {
    responses: { 200: AuthHealth },
    errors: { SERVICE_UNAVAILABLE: 503 },
  }),
};

/** The API of the routes that anyone may call. */
export const authDiscoveryApi: Api<typeof discoveryRoutes> = defineApi({
  id: "auth-discovery",
  title: "Bourse access control: discovery",
  version: "1",
  basePath: "",
  wire: bare,
  security: {},
  routes: discoveryRoutes,
});

/** The type of {@link authDiscoveryApi}. */
export type AuthDiscoveryApi = typeof authDiscoveryApi;

/** {@link authDiscoveryApi} with its documentation. */
export const documentedAuthDiscoveryApi: DocumentedApi<typeof discoveryRoutes> = documented(
  authDiscoveryApi,
  {
    routes: {
      jwks: {
        tags: ["discovery"],
        example: {
          response: {
            keys: [
              {
                kty: "EC",
                crv: "P-256",
                x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
                kid: "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11",
                alg: "ES256",
                use: "sig",
              },
            ],
          },
        },
      },
      health: {
        tags: ["discovery"],
        example: { response: { service: "bourse-auth", status: "ok", version: "1.0.0" } },
      },
    },
    tags: { discovery: "Verification keys and health, for everybody." },
    errors: envelopeErrors,
    schemas: { JsonWebKeySet },
  },
);
