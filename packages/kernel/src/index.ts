export type * from "./bus/port.ts";
export { checkInteger, checkNumber, checkText } from "./checks.ts";
export { systemClock, type Clock } from "./clock.ts";
export { BourseError, hasCode, isBourseError, type ErrorOptions } from "./errors.ts";
export * from "./store/index.ts";
