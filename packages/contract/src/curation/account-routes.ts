/** Registration, login, profile and sessions. */

import * as z from "zod";

import { route } from "../route/route.ts";
import {
  LoggedOut,
  LoginRequest,
  Nonce,
  NonceRequest,
  ProfilePatch,
  Refreshed,
  RefreshRequest,
  RegisterRequest,
  Session,
  SignedIn,
  User,
  WalletChange,
} from "./accounts.ts";
import { BODY, HASHING, NODE, TAKEN, TOKEN, WRITING } from "./errors.ts";
import { Id } from "./fields.ts";

const security = "bearer";

export const accountRoutes = {
  issueNonce: route("POST", "/auth/nonce", {
    body: NonceRequest,
    responses: { 200: Nonce },
    errors: BODY,
  }),
  register: route("POST", "/auth/register", {
    body: RegisterRequest,
    responses: { 201: SignedIn },
    errors: {
      ...BODY,
      ...HASHING,
      ...TAKEN,
      ...NODE,
      WALLET_PROOF_INVALID: 422,
      WALLET_PROOF_REQUIRED: 422,
    },
  }),
  login: route("POST", "/auth/login", {
    body: LoginRequest,
    responses: { 200: SignedIn },
    errors: {
      ...BODY,
      ...HASHING,
      ...NODE,
      INVALID_CREDENTIALS: 401,
      WALLET_TAKEN: 409,
      WALLET_PROOF_REQUIRED: 422,
    },
  }),
  refresh: route("POST", "/auth/refresh", {
    body: RefreshRequest,
    idempotent: true,
    responses: { 200: Refreshed },
    errors: { ...BODY, TOKEN_EXPIRED: 401, INVALID_TOKEN: 401 },
  }),
  logout: route("POST", "/auth/logout", {
    security,
    responses: { 200: LoggedOut },
    errors: WRITING,
  }),
  me: route("GET", "/auth/me", { security, responses: { 200: User }, errors: TOKEN }),
  updateMe: route("PATCH", "/auth/me", {
    security,
    body: ProfilePatch,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, USERNAME_TAKEN: 409 },
  }),
  setWallet: route("POST", "/auth/me/wallet", {
    security,
    body: WalletChange,
    responses: { 200: User },
    errors: { ...BODY, ...WRITING, ...NODE, WALLET_PROOF_INVALID: 422, WALLET_TAKEN: 409 },
  }),
  listSessions: route("GET", "/auth/sessions", {
    security,
    responses: { 200: z.array(Session) },
    errors: TOKEN,
  }),
  endSession: route("DELETE", "/auth/sessions/:id", {
    security,
    params: Id,
    responses: { 200: Id },
    errors: { ...WRITING, NOT_FOUND: 404 },
  }),
};
