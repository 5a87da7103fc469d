export type * from "./bus/port.ts";
export type { Clock } from "./clock.ts";
export { BourseError, hasCode, isBourseError, type ErrorOptions } from "./errors.ts";
export * from "./store/index.ts";
