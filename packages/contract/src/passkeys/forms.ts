/**
 * The JSON forms of passkeys, as browsers make and take them (WebAuthn level 3, section 5.1): alike in both services,
 * in the spelling of that standard.
 */

import * as z from "zod";

import { list, object, oneOf, type Fields, type ObjectSchema } from "../route/object-schema.ts";
import { storable } from "../route/text-checks.ts";

const Text = z.string();
const PublicKeyType = oneOf(["public-key"]);
/** Id of a passkey: at most 1023 bytes in base64url. */
const CredentialId = storable(1, 1400);
const UserVerification = oneOf(["required", "preferred"]);

const createdFields = {
  /** Challenge, origin and purpose as the browser saw them, in base64url. */
  clientDataJSON: storable(1, 4000),
  /** Public key and data of the authenticator, in base64url. */
  attestationObject: storable(1, 12_000),
  /** Ways in which the authenticator is reached, such as `internal`. */
  transports: z.array(storable(1, 32)).max(16).optional(),
};
interface CreatedResponse extends Fields<typeof createdFields> {}
const CreatedResponse: ObjectSchema<CreatedResponse> = object(createdFields);

// Browsers make these objects, and later ones may add members: what is not read is passed over.
const registrationFields = {
  /** Id of the passkey, in base64url. */
  id: CredentialId,
  /** The same id. */
  rawId: CredentialId,
  /** Kind of the credential. */
  type: PublicKeyType,
  /** Answer of the authenticator. */
  response: CreatedResponse,
};
/** A new passkey: `toJSON()` of the credential that `navigator.credentials.create` resolves to. */
export interface PasskeyRegistration extends Fields<typeof registrationFields> {}
export const PasskeyRegistration: ObjectSchema<PasskeyRegistration> = object(registrationFields);

const signedFields = {
  /** Challenge, origin and purpose as the browser saw them, in base64url. */
  clientDataJSON: storable(1, 4000),
  /** Site, flags and counter as the authenticator saw them, in base64url. */
  authenticatorData: storable(1, 4000),
  /** Signature over both, in base64url. */
  signature: storable(1, 4000),
  /** Handle of the account, in base64url; authenticators that keep none send none. */
  userHandle: storable(0, 128).nullish(),
};
interface SignedResponse extends Fields<typeof signedFields> {}
const SignedResponse: ObjectSchema<SignedResponse> = object(signedFields);

const assertionFields = {
  /** Id of the passkey, in base64url. */
  id: CredentialId,
  /** The same id. */
  rawId: CredentialId,
  /** Kind of the credential. */
  type: PublicKeyType,
  /** Answer of the authenticator. */
  response: SignedResponse,
};
/** The use of a passkey: `toJSON()` of the credential that `navigator.credentials.get` resolves to. */
export interface PasskeyAssertion extends Fields<typeof assertionFields> {}
export const PasskeyAssertion: ObjectSchema<PasskeyAssertion> = object(assertionFields);

const descriptorFields = {
  /** Kind of the credential. */
  type: PublicKeyType,
  /** Id of the passkey, in base64url. */
  id: Text,
  /** Ways in which its authenticator is reached. */
  transports: list(Text),
};
interface Descriptor extends Fields<typeof descriptorFields> {}
const Descriptor: ObjectSchema<Descriptor> = object(descriptorFields);

const partyFields = {
  /** Host of the site. */
  id: Text,
  /** Name of the service. */
  name: Text,
};
interface Party extends Fields<typeof partyFields> {}
const Party: ObjectSchema<Party> = object(partyFields);

const ownerFields = {
  /** Handle of the account, in base64url. */
  id: Text,
  /** Name of the account. */
  name: Text,
  /** Name of the account, as it is shown. */
  displayName: Text,
};
interface Owner extends Fields<typeof ownerFields> {}
const Owner: ObjectSchema<Owner> = object(ownerFields);

const algorithmFields = {
  /** Kind of the credential. */
  type: PublicKeyType,
  /** Algorithm of signatures (COSE), such as -7 for ES256. */
  alg: z.int(),
};
interface Algorithm extends Fields<typeof algorithmFields> {}
const Algorithm: ObjectSchema<Algorithm> = object(algorithmFields);

const selectionFields = {
  /** Demand that the passkey can be found without a user name. */
  residentKey: z.literal("preferred"),
  /** The same demand, as level 1 spells it. */
  requireResidentKey: z.literal(false),
  /** Demand that the person is verified. */
  userVerification: UserVerification,
};
interface Selection extends Fields<typeof selectionFields> {}
const Selection: ObjectSchema<Selection> = object(selectionFields);

const creationFields = {
  /** Random text that the authenticator signs, in base64url. */
  challenge: Text,
  /** The site. */
  rp: Party,
  /** The account. */
  user: Owner,
  /** Algorithms that are accepted, the preferred one first. */
  pubKeyCredParams: list(Algorithm),
  /** Time for the person in milliseconds, at least 1. */
  timeout: z.int().min(1),
  /** No proof of the authenticator's maker is asked for. */
  attestation: z.literal("none"),
  /** Passkeys that the account has. */
  excludeCredentials: list(Descriptor),
  /** Demands on the authenticator. */
  authenticatorSelection: Selection,
};
/** Options for a new passkey: what `PublicKeyCredential.parseCreationOptionsFromJSON` takes. */
export interface PasskeyCreationOptions extends Fields<typeof creationFields> {}
export const PasskeyCreationOptions: ObjectSchema<PasskeyCreationOptions> = object(creationFields);

const requestFields = {
  /** Random text that the authenticator signs, in base64url. */
  challenge: Text,
  /** Host of the site. */
  rpId: Text,
  /** Passkeys that may answer; none stands for any that the authenticator finds. */
  allowCredentials: list(Descriptor),
  /** Demand that the person is verified. */
  userVerification: UserVerification,
  /** Time for the person in milliseconds, at least 1. */
  timeout: z.int().min(1),
};
/** Options for the use of a passkey: what `PublicKeyCredential.parseRequestOptionsFromJSON` takes. */
export interface PasskeyRequestOptions extends Fields<typeof requestFields> {}
export const PasskeyRequestOptions: ObjectSchema<PasskeyRequestOptions> = object(requestFields);

/** Values of the forms for examples. A function, so that bundlers drop it from clients. */
export function examplePasskey(): {
  readonly creation: PasskeyCreationOptions;
  readonly request: PasskeyRequestOptions;
  readonly registration: PasskeyRegistration;
  readonly assertion: PasskeyAssertion;
} {
  const id = "bm90LWEtcmVhbC1wYXNza2V5LWp1c3QtYW4tZXhhbXBsZQ";
  const challenge = "bm90LWEtY2hhbGxlbmdlLWp1c3QtYW4tZXhhbXBsZQ";
  const credential = { id, rawId: id, type: "public-key" } as const;
  const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0";
  const timeout = 300_000;
  return {
    creation: {
      challenge,
      rp: { id: "accounts.example", name: "Bourse" },
      user: { id: "M2YyYjhhNTI", name: "ada", displayName: "ada" },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      timeout,
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "preferred",
        requireResidentKey: false,
        userVerification: "preferred",
      },
    },
    request: {
      challenge,
      rpId: "accounts.example",
      allowCredentials: [],
      userVerification: "required",
      timeout,
    },
    registration: {
      ...credential,
      response: { clientDataJSON, attestationObject: "o2NmbXRkbm9uZQ", transports: ["internal"] },
    },
    assertion: {
      ...credential,
      response: {
        clientDataJSON,
        authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4",
        signature: "MEUCIGisVZOBapCWbnJJ",
        userHandle: "M2YyYjhhNTI",
      },
    },
  };
}
