export {
  isSessionError,
  SessionError,
  type SessionErrorCode,
  type SessionErrorDetails,
} from "./errors.ts";
export {
  SessionKernel,
  type SessionDefinition,
  type SessionInput,
  type SessionStep,
} from "./session-kernel.ts";
export type * from "./live/session-live.ts";
export type * from "./session.ts";
export type { StreamedCandle } from "../streams/port.ts";
export type { SessionMove } from "./transitions.ts";
