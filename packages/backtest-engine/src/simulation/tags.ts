/** Tags: the reasons of signals and orders in a few words, which trades carry on. */

import { anyText, listOf } from "@bourse/kernel";

import { EngineError } from "../errors.ts";
import { requireArguments } from "../require-arguments.ts";

/** Largest number of characters of a tag, and of different tags in a run. */
const LONGEST = 64;
const MOST = 1000;

/** Words for messages on what a tag may be. */
export const TAG_EXPECTED: string = `a text of 1 to ${LONGEST} characters without control characters`;

/** Tells whether a value is a tag: 1 to 64 characters, none of them a control character. */
export function isTag(value: unknown): value is string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return typeof value === "string" && /^[^\u0000-\u001F\u007F]{1,64}$/u.test(value);
}

/** The tags of a run, each under a number from 1; 0 is none. */
export class TagNames {
  readonly #names: string[];
  readonly #codes = new Map<string, number>();

  constructor(names: readonly string[] = []) {
    requireArguments("TagNames", { names }, { names: listOf(anyText) });
    this.#names = [...names];
    for (const [place, name] of names.entries()) this.#codes.set(name, place + 1);
  }

  /** All tags; the first has the number 1. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Number of a tag, a new one where it is new. @throws EngineError STRATEGY_INVALID beyond 1000 different tags */
  codeOf(tag: string | undefined): number {
    if (tag === undefined) return 0;
    const known = this.#codes.get(tag);
    if (known !== undefined) return known;
    if (this.#names.length === MOST) {
      throw new EngineError(
        "STRATEGY_INVALID",
        `A run has at most ${MOST} different tags; "${tag}" is one more. A tag names a kind of signal, such as "breakout".`,
      );
    }
    const code = this.#names.push(tag);
    this.#codes.set(tag, code);
    return code;
  }

  /** The tag of a number; undefined for 0. */
  nameOf(code: number): string | undefined {
    // An index of -1 would be looked up as the name of a property, which takes long.
    return code === 0 ? undefined : this.#names[code - 1];
  }
}
