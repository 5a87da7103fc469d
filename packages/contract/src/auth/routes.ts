/** The routes of access control, by operation id. */

import * as z from "zod";

import { route } from "../route/route.ts";
import {
  LoggedOut,
  LoginRequest,
  LogoutRequest,
  Me,
  PasswordChange,
  PasswordChanged,
  Refreshed,
  RefreshRequest,
  Registered,
  RegisterRequest,
  TokenPair,
} from "./accounts.ts";
import {
  ApiKeyDetail,
  ApiKeyItem,
  CreatedApiKey,
  KeyVerdict,
  NewApiKey,
  RevokedApiKey,
  VerifyRequest,
} from "./api-keys.ts";
import { Text } from "./fields.ts";
import {
  Deployment,
  NewDeployment,
  NewTransaction,
  RecordQuery,
  StatusChange,
  Transaction,
  Usage,
} from "./records.ts";
import { Session, SessionEnded } from "./sessions.ts";

const INVALID = { VALIDATION_ERROR: 400 } as const;
/** What every body may cause beside its own faults. */
const BODY = { ...INVALID, PAYLOAD_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415 } as const;
const TOKEN = { UNAUTHORIZED: 401, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 } as const;
const CALLER = { ...TOKEN, INVALID_API_KEY: 401 } as const;
const PERMITTED = { ...CALLER, FORBIDDEN: 403 } as const;
const HASHING = { RATE_LIMITED: 429, BUSY: 503 } as const;

/** A token wins over a key, and a bad one is not rescued by it. */
const security = ["bearer", "apiKey"] as const;

/** A field of a megabyte is still told what is wrong with it; past that the body as a whole is refused. */
const bodyLimit = 2_097_152;

export const authRoutes = {
  register: route("POST", "/auth/register", {
    body: RegisterRequest,
    bodyLimit,
    responses: { 201: Registered },
    errors: { ...BODY, ...HASHING, EMAIL_TAKEN: 409 },
  }),
  login: route("POST", "/auth/login", {
    body: LoginRequest,
    bodyLimit,
    responses: { 200: TokenPair },
    errors: { ...BODY, ...HASHING, INVALID_CREDENTIALS: 401 },
  }),
  refresh: route("POST", "/auth/refresh", {
    body: RefreshRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: Refreshed },
    errors: { ...BODY, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 },
  }),
  logout: route("POST", "/auth/logout", {
    body: LogoutRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: LoggedOut },
    errors: BODY,
  }),
  me: route("GET", "/auth/me", {
    security,
    responses: { 200: Me },
    errors: CALLER,
  }),
  changePassword: route("POST", "/auth/password", {
    security: "bearer",
    body: PasswordChange,
    bodyLimit,
    responses: { 200: PasswordChanged },
    errors: { ...BODY, ...TOKEN, ...HASHING, INVALID_CREDENTIALS: 401 },
  }),
  listSessions: route("GET", "/auth/sessions", {
    security: "bearer",
    responses: { 200: z.array(Session) },
    errors: TOKEN,
  }),
  endSession: route("DELETE", "/auth/sessions/:id", {
    security: "bearer",
    params: z.object({ id: Text }),
    responses: { 200: SessionEnded },
    errors: { ...TOKEN, NOT_FOUND: 404 },
  }),
  createApiKey: route("POST", "/auth/api-keys", {
    security,
    body: NewApiKey,
    bodyLimit,
    responses: { 201: CreatedApiKey },
    errors: { ...BODY, ...PERMITTED },
  }),
  listApiKeys: route("GET", "/auth/api-keys", {
    security,
    responses: { 200: z.array(ApiKeyItem) },
    errors: PERMITTED,
  }),
  verifyApiKey: route("POST", "/auth/api-keys/verify", {
    security,
    body: VerifyRequest,
    bodyLimit,
    idempotent: true,
    responses: { 200: KeyVerdict },
    errors: { ...BODY, ...PERMITTED },
  }),
  getApiKey: route("GET", "/auth/api-keys/:id", {
    security,
    params: z.object({ id: Text }),
    responses: { 200: ApiKeyDetail },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  revokeApiKey: route("DELETE", "/auth/api-keys/:id", {
    security,
    params: z.object({ id: Text }),
    responses: { 200: RevokedApiKey },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  listDeployments: route("GET", "/deployments", {
    security,
    query: RecordQuery,
    responses: { 200: z.array(Deployment) },
    errors: { ...INVALID, ...PERMITTED },
  }),
  createDeployment: route("POST", "/deployments", {
    security,
    body: NewDeployment,
    bodyLimit,
    responses: { 201: Deployment },
    errors: { ...BODY, ...PERMITTED },
  }),
  getDeployment: route("GET", "/deployments/:id", {
    security,
    params: z.object({ id: Text }),
    responses: { 200: Deployment },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  moveDeployment: route("PATCH", "/deployments/:id", {
    security,
    params: z.object({ id: Text }),
    body: StatusChange,
    bodyLimit,
    responses: { 200: Deployment },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  listTransactions: route("GET", "/transactions", {
    security,
    query: RecordQuery,
    responses: { 200: z.array(Transaction) },
    errors: { ...INVALID, ...PERMITTED },
  }),
  createTransaction: route("POST", "/transactions", {
    security,
    body: NewTransaction,
    bodyLimit,
    responses: { 201: Transaction },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  getTransaction: route("GET", "/transactions/:hash", {
    security,
    params: z.object({ hash: Text }),
    responses: { 200: Transaction },
    errors: { ...PERMITTED, NOT_FOUND: 404 },
  }),
  moveTransaction: route("PATCH", "/transactions/:hash", {
    security,
    params: z.object({ hash: Text }),
    body: StatusChange,
    bodyLimit,
    responses: { 200: Transaction },
    errors: { ...BODY, ...PERMITTED, NOT_FOUND: 404, CONFLICT: 409 },
  }),
  getUsage: route("GET", "/billing/usage", {
    security,
    responses: { 200: Usage },
    errors: PERMITTED,
  }),
};
