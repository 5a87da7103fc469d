/** What the node's owner does: tokens, transfers, keys. */

import * as z from "zod";

import { route } from "../route/route.ts";
import { CHAIN, INVALID, PAYING } from "./errors.ts";
import { AddressText, Idempotent } from "./fields.ts";
import { InternalHealth } from "./health.ts";
import { ApiKey, ApiKeyList, ApiKeyRequest, CreatedApiKey, KeyParams } from "./keys.ts";
import { NodeSelf } from "./network.ts";
import { ShareList, ShareQuery } from "./shares.ts";
import {
  AddedToken,
  Balance,
  BalanceQuery,
  NewToken,
  PendingTransfer,
  TokenList,
  TransferRequest,
  TransferResult,
} from "./tokens.ts";

export const internalRoutes = {
  health: route("GET", "/health", { responses: { 200: InternalHealth, 503: InternalHealth } }),
  balance: route("GET", "/balance/:address", {
    params: z.object({ address: AddressText }),
    query: BalanceQuery,
    responses: { 200: Balance },
    errors: { ...INVALID, ...CHAIN, TOKEN_UNSUPPORTED: 422 },
  }),
  transfer: route("POST", "/transfer", {
    headers: Idempotent,
    body: TransferRequest,
    exactIntegers: true,
    idempotencyKey: true,
    responses: { 200: TransferResult, 202: PendingTransfer },
    errors: PAYING,
  }),
  listTokens: route("GET", "/tokens", {
    responses: { 200: TokenList },
    errors: { RATE_LIMITED: 429 },
  }),
  addToken: route("POST", "/tokens", {
    body: NewToken,
    // A known token is answered as it stands.
    idempotent: true,
    responses: { 200: AddedToken, 201: AddedToken },
    errors: { ...INVALID, ...CHAIN, TOKEN_UNSUPPORTED: 422 },
  }),
  listShares: route("GET", "/shares", {
    query: ShareQuery,
    responses: { 200: ShareList },
    errors: INVALID,
  }),
  self: route("GET", "/network/self", {
    responses: { 200: NodeSelf },
    errors: { RATE_LIMITED: 429 },
  }),
  createApiKey: route("POST", "/api-keys", {
    body: ApiKeyRequest,
    responses: { 201: CreatedApiKey },
    errors: INVALID,
  }),
  listApiKeys: route("GET", "/api-keys", {
    responses: { 200: ApiKeyList },
    errors: { RATE_LIMITED: 429 },
  }),
  revokeApiKey: route("DELETE", "/api-keys/:id", {
    params: KeyParams,
    responses: { 200: ApiKey },
    errors: { ...INVALID, NOT_FOUND: 404 },
  }),
};
