/** What others may ask of the node: sharing, verification, history, network. */

import { route } from "../route/route.ts";
import { media } from "../route/schema.ts";
import { ComplianceHistory, ExportQuery, HistoryQuery } from "./compliance.ts";
import { INVALID, KEY, PAYING } from "./errors.ts";
import { Idempotent } from "./fields.ts";
import { ExternalHealth } from "./health.ts";
import { NetworkStats, PeerList, PeerQuery } from "./network.ts";
import {
  HashParams,
  PendingShare,
  SHARE_BODY_BYTES,
  ShareRequest,
  ShareResult,
  StoredData,
  Verification,
} from "./shares.ts";

export const externalRoutes = {
  health: route("GET", "/health", { responses: { 200: ExternalHealth, 503: ExternalHealth } }),
  shareData: route("POST", "/share_data", {
    security: "apiKey",
    headers: Idempotent,
    body: ShareRequest,
    bodyLimit: SHARE_BODY_BYTES,
    exactIntegers: true,
    idempotencyKey: true,
    responses: { 201: ShareResult, 202: PendingShare },
    errors: { ...KEY, ...PAYING },
  }),
  getData: route("GET", "/data/:data_hash", {
    security: "apiKey",
    params: HashParams,
    responses: { 200: StoredData },
    errors: { ...KEY, ...INVALID, NOT_FOUND: 404 },
  }),
  verifyData: route("GET", "/verify_data/:data_hash", {
    params: HashParams,
    responses: { 200: Verification },
    errors: INVALID,
  }),
  complianceHistory: route("GET", "/compliance_history", {
    query: HistoryQuery,
    responses: { 200: ComplianceHistory },
    errors: { ...INVALID, CURSOR_INVALID: 422 },
  }),
  exportCompliance: route("GET", "/compliance_history/export", {
    query: ExportQuery,
    responses: { 200: media("application/x-ndjson", "text/csv") },
    errors: INVALID,
  }),
  networkStats: route("GET", "/network/stats", {
    responses: { 200: NetworkStats },
    errors: { RATE_LIMITED: 429 },
  }),
  listPeers: route("GET", "/network/peers", {
    security: "maybeApiKey",
    query: PeerQuery,
    responses: { 200: PeerList },
    errors: { ...INVALID, UNAUTHORIZED: 401 },
  }),
};
