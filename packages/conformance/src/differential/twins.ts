/** Two answers to the same request: equal but for the values that each service makes up itself. */

import type { Answer } from "../http/wire.ts";

const ISO_TIME = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g;
/** Made-up parts of a sentence: long words with a digit, or in capitals alone as a base32 secret may be. */
const IN_TEXT = /(?=[\w-]*\d)[\w-]{16,}|\b[A-Z]{16,}\b/g;
/** Ids, tokens, keys, hashes and cursors: no blank, and long enough that no word is one; and codes that people type. */
const MADE_UP = /^(?:[\w.=~+/:-]{16,}|[A-Z]{4}-[A-Z]{4})$/;
/** An address that is shortened to be read; the whole one is compared where it stands. */
const SHORTENED = /^0x[\da-f]{4}…[\da-f]{4}$/i;
/** Fields whose value says where a service runs, since when it counts, or how a key begins: not compared. */
const OWN =
  /^(?:version|sequence|prefix|service|environment|address|ip|ip_address|user_agent|userAgent|verificationUri)$/;
/** Numbers that count time, in any unit. */
const TIMED = /(?:time|time_hours|_at|At|seconds|Seconds|expires_in|expiresIn|elapsed_ms|uptime)$/;
const HEADERS = ["content-type", "x-error-code", "allow", "link", "location", "etag"];

/** Rows of an audit trail that are written after the answer, so that no answer tells of a mail by its time. */
const LATE = /[._]\w+_sent$/;

/** True for a list with a row that the other side may have still to write. */
function hasLateRow(value: object): boolean {
  const isLate = (row: unknown): boolean => {
    const { action } = (row ?? {}) as { readonly action?: unknown };
    return typeof action === "string" && LATE.test(action);
  };
  return Array.isArray(value) && value.some(isLate);
}

/** A difference between two answers. */
export interface Difference {
  /** Place in the answer, such as `data.items[0].name` or `status`. */
  readonly place: string;
  /** Value of the server under test. */
  readonly server: unknown;
  /** Value of the mock. */
  readonly mock: unknown;
}

/**
 * Compares the answers of two services, and remembers which made-up value of the one stands for which of the other: one
 * that stood for another value before is a difference.
 */
export class Twins {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

  /** The first difference, or undefined. */
  compare(server: Answer, mock: Answer): Difference | undefined {
    if (server.status !== mock.status) {
      return { place: "status", server: server.status, mock: mock.status };
    }
    for (const name of HEADERS) {
      const [left, right] = [server.headers.get(name), mock.headers.get(name)];
      const difference = this.#value(`header ${name}`, name, left, right);
      if (difference !== undefined) return difference;
    }
    const isJson = server.json !== undefined || mock.json !== undefined;
    if (isJson) return this.#value("", "", server.json, mock.json);
    return this.#value("body", "", server.text, mock.text);
  }

  #value(place: string, key: string, left: unknown, right: unknown): Difference | undefined {
    if (typeof left === "string" && typeof right === "string") {
      return this.#isSameText(key, left, right) ? undefined : { place, server: left, mock: right };
    }
    if (typeof left === "object" && typeof right === "object" && left !== null && right !== null) {
      return this.#object(place, key, left, right);
    }
    if (Object.is(left, right) || OWN.test(key)) return undefined;
    const isTime = typeof left === "number" && typeof right === "number" && TIMED.test(key);
    return isTime ? undefined : { place, server: left, mock: right };
  }

  #object(place: string, key: string, left: object, right: object): Difference | undefined {
    if (hasLateRow(left) || hasLateRow(right)) return undefined;
    const [keys, others] = [Object.keys(left), Object.keys(right)];
    if (Array.isArray(left) !== Array.isArray(right) || keys.join() !== others.join()) {
      return { place: `${place}: members`, server: keys.join(), mock: others.join() };
    }
    for (const name of keys) {
      const inner = Array.isArray(left)
        ? `${place}[${name}]`
        : place === ""
          ? name
          : `${place}.${name}`;
      const difference = this.#value(
        inner,
        Array.isArray(left) ? key : name,
        (left as Readonly<Record<string, unknown>>)[name],
        (right as Readonly<Record<string, unknown>>)[name],
      );
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  #isSameText(key: string, left: string, right: string): boolean {
    // An entity tag is compared by the requests that send it.
    if (left === right || key === "etag" || OWN.test(key)) return true;
    const [plain, other] = [
      left.replaceAll(ISO_TIME, "<time>"),
      right.replaceAll(ISO_TIME, "<time>"),
    ];
    if (plain === "<time>" || other === "<time>") return plain === other;
    if (SHORTENED.test(left) && SHORTENED.test(right)) return true;
    if (MADE_UP.test(left) && MADE_UP.test(right)) return this.#stands(left, right);
    const [ids, others] = [plain.match(IN_TEXT) ?? [], other.match(IN_TEXT) ?? []];
    if (ids.length !== others.length) return false;
    // A sentence may say how long to wait; the services answer some milliseconds apart.
    const bare = (text: string): string =>
      text
        .replaceAll(IN_TEXT, "<id>")
        .replaceAll(/\b\d+ s(?:econds?)?\b/g, "<seconds>")
        .replaceAll(/(?<=[?&]cursor=)[\w.=~%-]+/g, "<cursor>");
    return bare(plain) === bare(other) && ids.every((id, at) => this.#stands(id, others[at] ?? ""));
  }

  #stands(left: string, right: string): boolean {
    if (!this.#there.has(left) && !this.#back.has(right)) {
      this.#there.set(left, right);
      this.#back.set(right, left);
    }
    return this.#there.get(left) === right && this.#back.get(right) === left;
  }
}
