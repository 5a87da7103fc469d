export type { Fault } from "./fault.ts";
export { MockError, type MockErrorCode } from "./mock-error.ts";
export { mockApi, type MockApi, type MockApiOptions } from "./mock-api.ts";
export type { Sleep } from "./mock-service.ts";
export type { RecordedCall } from "./recorded-call.ts";
