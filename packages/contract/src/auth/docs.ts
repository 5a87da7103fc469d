/** What the auth API says about itself: for the docs page and OpenAPI, not for clients. */

import type { ApiDocs, DocumentedApi } from "../route/docs.ts";
import { envelopeErrors } from "../wire/error-schemas.ts";
import { Me, Registered, TokenPair, User } from "./accounts.ts";
import { ApiKeyDetail, ApiKeyItem, CreatedApiKey, KeyVerdict } from "./api-keys.ts";
import { authApi, type AuthApi } from "./api.ts";
import { authDiscoveryApi, JsonWebKeySet, type AuthDiscoveryApi } from "./discovery.ts";
import * as examples from "./examples.ts";
import { Permission, RecordStatus } from "./fields.ts";
import { Deployment, Transaction, Usage } from "./records.ts";
import { Session } from "./sessions.ts";

const PREFIX = "The route sits under /api/v1, as the deployment routes do.";
const NEWEST = "Newest first; the next page is in the header Link, rel=next.";
const MOVES = "pending → in_progress → completed | failed; any other move is 409.";

const authDocs: ApiDocs<AuthApi["routes"]> = {
  routes: {
    register: {
      summary: "Create an account and log it in",
      tags: ["accounts"],
      seed: "A. Deployment service: POST /auth/register",
      unspecified: [
        PREFIX,
        "Success is 201; email and password are required, name is optional and then empty.",
        "A taken e-mail, in any case, is 409 EMAIL_TAKEN.",
        "8–128 characters make a password; the most common ones are refused.",
      ],
      example: { body: examples.registration, response: examples.registered },
    },
    login: {
      summary: "Exchange e-mail and password for tokens",
      tags: ["accounts"],
      seed: "A. Deployment service: POST /auth/login",
      unspecified: [
        "INVALID_CREDENTIALS is 401, and the same for an unknown e-mail, a wrong password and a disabled account.",
        "Ten failures in 15 minutes block the account, fifty the address: 429 with Retry-After.",
      ],
      example: { body: examples.credentials, response: examples.pair },
    },
    refresh: {
      summary: "Exchange a refresh token for a new access token",
      tags: ["accounts"],
      seed: "A. Deployment service: POST /auth/refresh",
      unspecified: [
        "A refresh token lasts 30 days from its last use, 90 days in all.",
        "An expired one is TOKEN_EXPIRED, a revoked or unknown one INVALID_TOKEN; both 401.",
        "With rotate: true the answer holds a new refresh token too, and the old one ends 30 s later.",
      ],
      example: { body: examples.refresh, response: examples.refreshed },
    },
    logout: {
      summary: "End the session of a refresh token, and its access tokens with it",
      tags: ["accounts"],
      example: { body: examples.refresh, response: { revoked: true } },
    },
    me: {
      summary: "Who is calling, by which method, with which permissions",
      tags: ["accounts"],
      example: { response: examples.me },
    },
    changePassword: {
      summary: "Change the password; every other session ends",
      tags: ["accounts"],
      example: { body: examples.passwordChange, response: {} },
    },
    listSessions: {
      summary: "The caller's sessions, newest first",
      tags: ["sessions"],
      example: { response: [examples.session] },
    },
    endSession: {
      summary: "End a session, and its access tokens with it",
      tags: ["sessions"],
      example: { response: { id: examples.session.id } },
    },
    createApiKey: {
      summary: "Create an API key; the only answer that shows it",
      tags: ["api keys"],
      seed: "A. Deployment service: POST /auth/api-keys",
      unspecified: [
        PREFIX,
        "Success is 201; a token may create keys, and a key with admin.",
        "name has 1–100 characters; permissions are not empty and name each once.",
        "A key lasts until it is revoked, or for expiresInDays.",
      ],
      example: { body: examples.newKey, response: examples.createdKey },
    },
    listApiKeys: {
      summary: "The caller's living API keys, newest first",
      tags: ["api keys"],
      seed: "A. Deployment service: GET /auth/api-keys",
      unspecified: ["Revoked keys are left out.", "lastUsed is null before the first use."],
      example: { response: [examples.keyItem] },
    },
    verifyApiKey: {
      summary: "What a key is worth that a service was handed",
      tags: ["api keys"],
      example: { body: examples.verification, response: examples.verdict },
    },
    getApiKey: {
      summary: "One API key, without its secret",
      tags: ["api keys"],
      example: { response: examples.keyDetail },
    },
    revokeApiKey: {
      summary: "Revoke an API key at once",
      tags: ["api keys"],
      seed: "A. Deployment service: DELETE /auth/api-keys/:id",
      unspecified: [
        "The answer is id and revokedAt.",
        "A foreign, an unknown and a revoked key are 404.",
      ],
      example: { response: examples.revoked },
    },
    listDeployments: {
      summary: "The caller's deployments; needs read",
      tags: ["deployments"],
      seed: "A. Permission values: read",
      unspecified: ["The record's fields.", NEWEST],
      example: { response: [examples.deployment] },
    },
    createDeployment: {
      summary: "Record a deployment; needs deploy",
      tags: ["deployments"],
      seed: "A. Permission values: deploy",
      unspecified: ["The record's fields.", "Nothing moves by itself: the caller moves it."],
      example: { body: examples.newDeployment, response: examples.deployment },
    },
    getDeployment: {
      summary: "One deployment; needs read",
      tags: ["deployments"],
      seed: "A. Permission values: read",
      example: { response: examples.deployment },
    },
    moveDeployment: {
      summary: "Move a deployment to its next status; needs deploy",
      tags: ["deployments"],
      seed: "A. Permission values: deploy",
      unspecified: [MOVES],
      example: {
        body: examples.statusChange,
        response: { ...examples.deployment, status: "in_progress" },
      },
    },
    listTransactions: {
      summary: "The caller's transactions; needs read",
      tags: ["transactions"],
      seed: "A. Permission values: read",
      unspecified: ["The record's fields.", NEWEST],
      example: { response: [examples.transaction] },
    },
    createTransaction: {
      summary: "Record a transaction of a deployment; needs deploy",
      tags: ["transactions"],
      seed: "A. Permission values: deploy",
      unspecified: ["An unknown deployment is 404, a hash recorded already 409."],
      example: { body: examples.newTransaction, response: examples.transaction },
    },
    getTransaction: {
      summary: "One transaction by its hash; needs read",
      tags: ["transactions"],
      seed: "A. Permission values: read",
      example: { response: examples.transaction },
    },
    moveTransaction: {
      summary: "Move a transaction to its next status; needs deploy",
      tags: ["transactions"],
      seed: "A. Permission values: deploy",
      unspecified: [MOVES],
      example: {
        body: examples.statusChange,
        response: { ...examples.transaction, status: "in_progress" },
      },
    },
    getUsage: {
      summary: "What the account uses; needs billing",
      tags: ["billing"],
      seed: "A. Permission values: billing",
      unspecified: ["Keys and sessions as of now, records of this calendar month (UTC)."],
      example: { response: examples.usage },
    },
  },
  errors: envelopeErrors,
  schemas: {
    ApiKeyDetail,
    ApiKeyItem,
    CreatedApiKey,
    Deployment,
    KeyVerdict,
    Me,
    Permission,
    RecordStatus,
    Registered,
    Session,
    TokenPair,
    Transaction,
    Usage,
    User,
  },
  glossary: {
    token: "An access token: a JWT (RFC 9068), for Authorization: Bearer.",
    refreshToken: "For POST /auth/refresh only; never taken as an access token.",
    expiresIn: "Seconds until the access token expires.",
    rotate: "Ask for a new refresh token too. Default false.",
    key: "The whole key, for the header X-API-Key.",
    prefix: "The key's first characters, to know it by.",
    permissions: "deploy, read, billing; admin implies all.",
    permission: "Asked for beside: a key without it is FORBIDDEN.",
    expiresInDays: "1–365. Default: never.",
    lastUsed: "Exact to a minute; null before the first use.",
    expiresAt: "When it ends by itself; null for never.",
    current: "Whether it is the session of the token in use.",
    limit: "1–100. Default 20.",
    cursor: "From the header Link of the page before.",
    chains: "1–32 names.",
    email: "Compared without case; at most 254 characters.",
    "register.password": "8–128 characters; the most common ones are refused.",
    newPassword: "8–128 characters; the most common ones are refused.",
  },
};

const discoveryDocs: ApiDocs<AuthDiscoveryApi["routes"]> = {
  routes: {
    jwks: {
      summary: "The public keys that verify access tokens",
      tags: ["discovery"],
      example: { response: examples.jwks },
    },
    health: {
      summary: "The service and its version",
      tags: ["discovery"],
      example: { response: examples.health },
    },
  },
  errors: envelopeErrors,
  schemas: { JsonWebKeySet },
};

/** {@link authApi} with its docs: what servers serve as OpenAPI. */
export const documentedAuthApi: DocumentedApi<AuthApi["routes"]> = { ...authApi, docs: authDocs };

/** {@link authDiscoveryApi} with its docs. */
export const documentedAuthDiscoveryApi: DocumentedApi<AuthDiscoveryApi["routes"]> = {
  ...authDiscoveryApi,
  docs: discoveryDocs,
};
