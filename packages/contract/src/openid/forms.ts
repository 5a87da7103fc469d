/** The forms of sign-ins with OpenID providers that every service with accounts has. */

import * as z from "zod";

import { object, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { storable } from "../route/text-checks.ts";

const Text = z.string();

const providerFields = {
  /** Name of the provider in paths, such as `google`. */
  name: Text,
  /** Label of its button, such as `Google`. */
  label: Text,
};
/** An OpenID provider. */
export interface OpenIdProvider extends Fields<typeof providerFields> {}
export const OpenIdProvider: ObjectSchema<OpenIdProvider> = object(providerFields);

const codeFields = {
  /** Code behind `#signed-in=` of the page's address, 1–200 characters. */
  code: storable(1, 200),
  /** Verifier whose SHA-256 the sign-in began with as `challenge`, 43–128 characters of RFC 7636. */
  verifier: storable(1, 200),
};
/** The code that a sign-in ended with, and the proof that the same page began it. */
export interface OpenIdCode extends Fields<typeof codeFields> {}
export const OpenIdCode: ObjectSchema<OpenIdCode> = object(codeFields);

/** Fields of a login by the code of a sign-in that every service spells alike. */
export const openIdLoginFields = {
  ...codeFields,
  /** `cookie` keeps the tokens in a cookie, for pages of the service's own site. Default: they are in the answer. */
  session: z.literal("cookie").optional(),
};

/** Fields of a linked identity that every service spells alike. */
export const identityFields = {
  /** Id of the link, a UUID. */
  id: Text,
  /** Name of the provider at the time of the link. */
  provider: Text,
  /** Issuer of the identity. */
  issuer: Text,
  /** Id of the person at the issuer. */
  subject: Text,
  /** E-mail address that the provider told; null for none. */
  email: Text.nullable(),
};

const identityParams = {
  /** Id of the link, a UUID. */
  id: Text,
};
/** The identity that a path names. */
export interface IdentityParams extends Fields<typeof identityParams> {}
export const IdentityParams: ObjectSchema<IdentityParams> = object(identityParams);

const unlinkedFields = {
  /** Id of the link that was ended. */
  id: Text,
};
/** The identity that was unlinked. */
export interface IdentityUnlinked extends Fields<typeof unlinkedFields> {}
export const IdentityUnlinked: ObjectSchema<IdentityUnlinked> = object(unlinkedFields);

/** Values of the forms for examples, and the notes of the list. A function, so that bundlers drop it from clients. */
export function exampleOpenId() {
  const id = "3f2b8a52-6a0f-4a8e-9d7c-0b1f6c3f4e11";
  return {
    id,
    code: "oc_bm90LWEtc2VjcmV0LWp1c3QtYW4tZXhhbXBsZQ-_-_-",
    verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    identity: {
      id,
      provider: "google",
      issuer: "https://accounts.google.com",
      subject: "110169484474386276334",
      email: "ada@example.com",
    },
    providers: [{ name: "google", label: "Google" }],
    howPagesSignIn: [
      "The list is empty where the operator has not set OIDC_PROVIDERS and PUBLIC_URL; the other routes are 501 then and name what is missing.",
      "A page keeps a random verifier and sends the browser to GET /auth/oidc/{name}/start?challenge=, the SHA-256 of the verifier in base64url; that route is a redirect to the provider.",
      "The provider sends the browser back to GET /auth/oidc/{name}/callback, and that on to PUBLIC_URL: with `#signed-in=CODE` for a minute, or with `#sign-in-failed=` and SIGN_IN_EXPIRED, ACCESS_DENIED, ANSWER_REFUSED or PROVIDER_UNAVAILABLE. No cookie is set.",
    ],
    onceOnly:
      "A code works once, within a minute, together with the verifier of the page that began the sign-in.",
    resetUnlinks:
      "A password that is reset by a link unlinks every identity but those whose provider has verified that very address.",
    stepUpFirst:
      "An account with a second factor has to step up first: 403 STEP_UP_REQUIRED, and the code stays good.",
  } as const;
}
