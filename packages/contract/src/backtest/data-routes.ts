/** The routes under `/api/data` and `/api/strategies`. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { route } from "../route/route.ts";
import { ExchangeName, IntervalName, SymbolName } from "./common.ts";
import { CacheCleared, CacheStatus, ImportReply, Klines, SymbolList } from "./data.ts";
import { GUARD, security } from "./guard.ts";
import { SignalReply, StrategyList } from "./strategies.ts";

const DATA_ERRORS = { ...GUARD, INVALID_PARAMETERS: 400, MARKET_DATA_UNAVAILABLE: 503 } as const;

export const dataRoutes = {
  getKlines: route("GET", "/data/klines", {
    security,
    query: z.object({
      symbol: SymbolName.default("BTCUSDT"),
      interval: IntervalName.default("1h"),
      limit: q.integer({ min: 1, max: 1000 }).default(100),
      use_cache: q.boolean().default(true),
    }),
    responses: { 200: Klines },
    errors: DATA_ERRORS,
  }),
  getCache: route("GET", "/data/cache", {
    security,
    responses: { 200: CacheStatus },
    errors: GUARD,
  }),
  clearCache: route("DELETE", "/data/cache", {
    security,
    responses: { 200: CacheCleared },
    errors: GUARD,
  }),
  listSymbols: route("GET", "/data/symbols", {
    security,
    query: z.object({ exchange: ExchangeName.default("bybit") }),
    responses: { 200: SymbolList },
    errors: DATA_ERRORS,
  }),
  importCandles: route("POST", "/data/import", {
    security,
    query: z.object({
      symbol: SymbolName,
      interval: IntervalName,
      exchange: ExchangeName.optional(),
    }),
    body: z.string().min(1),
    bodyMediaType: "text/csv",
    bodyLimit: 64 * 1024 * 1024,
    idempotent: true,
    responses: { 200: ImportReply },
    errors: { ...GUARD, INVALID_PARAMETERS: 400, VALIDATION_ERROR: 422 },
  }),
  listStrategies: route("GET", "/strategies", {
    security,
    responses: { 200: StrategyList },
    errors: GUARD,
  }),
  generateSignal: route("POST", "/strategies/:strategy_name/signal", {
    security,
    idempotent: true,
    params: z.object({ strategy_name: z.string() }),
    query: z.object({ symbol: SymbolName.default("BTCUSDT") }),
    responses: { 200: SignalReply },
    errors: { ...DATA_ERRORS, STRATEGY_NOT_FOUND: 404 },
  }),
} as const;
