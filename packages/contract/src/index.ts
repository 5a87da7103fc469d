export { asyncapi, type AsyncApiDocument, type AsyncApiOptions } from "./asyncapi/asyncapi.ts";
export type { AccountKeys, AccountKeyUse, AccountKeyVerdict } from "./access/account-keys.ts";
export type { ProofState } from "./access/proof-state.ts";
export { accessText, PUBLIC, type AccessRule, type Proof, type ProofKind } from "./access/proof.ts";
export { runOnRequest, toResponse } from "./fetch/exchange.ts";
export {
  fetchHandler,
  serveFetch,
  type FetchHandler,
  type FetchOptions,
} from "./fetch/fetch-handler.ts";
export type { Authenticate } from "./bind/authenticate.ts";
export { bindApi, type BindOptions, type BoundRoute } from "./bind/bind-api.ts";
export { compileFailure, problemReply, type FailureOptions } from "./bind/failure.ts";
export { DEFAULT_BODY_LIMIT } from "./bind/read-body.ts";
export { JSON_HEADERS } from "./bind/success.ts";
export { JsonProblem } from "./json/json-problem.ts";
export { parseJsonBytes, parseJsonText, type JsonLimits } from "./json/parse-json.ts";
export { parseSearch, type Search } from "./query/parse-search.ts";
export { ERROR_CODE_HEADER } from "./wire/decode.ts";
export type { Handler, HandlerContext, Handlers } from "./bind/handlers.ts";
export { pageReply, reply, type PageReply, type Reply } from "./route/reply.ts";
export { ContractError, type ContractErrorCode } from "./errors.ts";
export { openapi, type OpenApiDocument, type OpenApiOptions } from "./openapi/openapi.ts";
export { issuesOf } from "./wire/issues.ts";
export { isProblem, Problem, type CallFacts, type Issue, type ProblemInit } from "./problem.ts";
export { q } from "./query/q.ts";
export { queryText } from "./query/query-text.ts";
export type { NumberBounds } from "./query/codecs.ts";
export {
  defineApi,
  type Api,
  type ApiKeyScheme,
  type BearerScheme,
  type ClientApi,
  type Routes,
  type SecurityScheme,
  type Service,
} from "./route/api.ts";
export { callsOf, type Calls, type RouteCall } from "./route/calls.ts";
export type {
  CallInput,
  HandlerInput,
  HandlerResult,
  ResponseData,
  Success,
  TypesOf,
} from "./route/call-types.ts";
export type { CompiledRoute, Incoming, Outgoing } from "./route/exchange.ts";
export {
  withTexts,
  type ApiDocs,
  type DocumentedApi,
  type RouteDocs,
  type Texts,
} from "./route/docs.ts";
export type { SocketDocs } from "./route/socket-docs.ts";
export type { PathKeys } from "./route/path.ts";
export {
  createRouteTable,
  isWellEncoded,
  paramsOf,
  type RouteEntry,
  type RouteMatch,
  type RouteTable,
  type TableRow,
} from "./route/route-table.ts";
export {
  route,
  type ItemPlace,
  type Method,
  type Route,
  type RouteDefinition,
  type RouteRules,
  type RouteSpec,
  type RouteTypes,
  type TypedRoute,
} from "./route/route.ts";
export { jsonOr } from "./route/json-or.ts";
export {
  eventStream,
  media,
  mediaTypeOf,
  zodOf,
  type InputOf,
  type MediaBody,
  type OutputOf,
  type Schema,
  type StreamedEvents,
} from "./route/schema.ts";
export { detail } from "./wire/detail.ts";
export {
  detailErrors,
  envelopeErrors,
  errorFormatErrors,
  plainDetailErrors,
} from "./wire/error-schemas.ts";
export { envelope } from "./wire/envelope.ts";
export { errorFormat } from "./wire/error-format.ts";
export type { Part } from "./wire/part.ts";
export { plainDetail } from "./wire/plain-detail.ts";
export type { Envelope, ErrorReply, ReplyFormat, WireFormat } from "./wire/wire-format.ts";
