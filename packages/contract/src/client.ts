export { adviceOf, type AdvisedError } from "./advice.ts";
export { isProblem, Problem, type CallFacts, type Issue, type ProblemInit } from "./problem.ts";
export { queryText } from "./query/query-text.ts";
export type {
  ApiKeyScheme,
  BearerScheme,
  ClientApi,
  Routes,
  SecurityScheme,
  Service,
} from "./route/api.ts";
export type { Calls, RouteCall } from "./route/calls.ts";
export type { CallInput, ResponseData, Success, TypesOf } from "./route/call-types.ts";
export type { ItemPlace, Method, Route, RouteTypes } from "./route/route.ts";
export type { MediaBody } from "./route/schema.ts";
export type { ReplyFormat } from "./wire/wire-format.ts";
