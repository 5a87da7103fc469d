/** Parser of clients' messages, which trusts none of their content. */

import { isPatternList } from "../event-filter.ts";

export type ClientMessage =
  | { readonly type: "ping" }
  | { readonly type: "get_history"; readonly count: number }
  | { readonly type: "subscribe"; readonly events: readonly string[] };

/** Every way in which a message is refused. */
export type ClientFaultCode =
  /** Not a JSON object in a text message. */
  | "MESSAGE_MALFORMED"
  /** A type that there is not. */
  | "MESSAGE_UNKNOWN"
  /** A field that does not fit its type. */
  | "MESSAGE_INVALID";

export interface ClientFault {
  readonly code: ClientFaultCode;
  readonly message: string;
}

const DEFAULT_COUNT = 50;
const MOST_EVENTS = 1000;

/** `text` is undefined for a binary message. Fields are read from the message itself or from below `bodyKey`. */
export function readClientMessage(
  text: string | undefined,
  bodyKey: string,
): { readonly message: ClientMessage } | { readonly fault: ClientFault } {
  const given = text === undefined ? undefined : parseObject(text);
  if (given === undefined) {
    return fault("MESSAGE_MALFORMED", "expected a JSON object in a text message");
  }
  const body = own(given, bodyKey);
  const field = (name: string): unknown =>
    own(given, name) ?? (isObject(body) ? own(body, name) : undefined);
  const type = own(given, "type");
  switch (type) {
    case "ping":
      return { message: { type } };
    case "get_history": {
      const count = field("count") ?? DEFAULT_COUNT;
      return isCount(count)
        ? { message: { type, count } }
        : fault("MESSAGE_INVALID", `count: expected a whole number from 1 to ${MOST_EVENTS}`);
    }
    case "subscribe": {
      const events = field("events");
      return isPatternList(events)
        ? { message: { type, events } }
        : fault(
            "MESSAGE_INVALID",
            `${bodyKey}.events: expected at most 64 names such as "token.added" or "token.*"`,
          );
    }
    default:
      return fault("MESSAGE_UNKNOWN", "type: expected one of ping, get_history, subscribe");
  }
}

function fault(code: ClientFaultCode, message: string): { readonly fault: ClientFault } {
  return { fault: { code, message } };
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Never what every object inherits. */
function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_EVENTS;
}
