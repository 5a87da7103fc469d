/** API keys of the accounts of an auth server: asked about there, with verdicts that are a second old at most. */

import { hash } from "node:crypto";

import type { AccountKeys, AccountKeyUse, AccountKeyVerdict } from "@bourse/contract";
import {
  functionOption,
  integerOption,
  optional,
  portOption,
  resolveOptions,
  systemClock,
  textOption,
  type Clock,
  type OptionRules,
} from "@bourse/kernel";

import { askAuthServer, type AuthServerAddress } from "./ask-auth-server.ts";

/** Options of {@link createAuthServerKeys}. */
export interface AuthServerKeysOptions {
  /** Address of the auth server; `/api/v1` is its path where it has none. */
  readonly url: string;
  /** API key with the permission `admin` by which it is asked. Default: each key asks about itself. */
  readonly ownKey?: string | undefined;
  /** Ids of the accounts whose keys are accepted; empty for those of every account. Default: empty. */
  readonly accounts?: readonly string[];
  /** Called with a sentence when the auth server begins to fail, and with null when it answers again. */
  readonly onChange: (fault: string | null) => void;
  /** Time limit of a question in milliseconds. 1–60,000. Default 3000. */
  readonly timeLimitMilliseconds?: number;
  /** Clock of the ages of verdicts. Default: the system clock. */
  readonly clock?: Pick<Clock, "monotonic">;
}

type Resolved = Required<Omit<AuthServerKeysOptions, "ownKey">> &
  Pick<AuthServerKeysOptions, "ownKey">;

const RULES: OptionRules<Resolved> = {
  url: {
    expected: "an address such as https://auth.example",
    accepts: (value) => typeof value === "string" && URL.canParse(value),
    absent: null,
  },
  ownKey: optional(textOption({ maxLength: 512 })),
  accounts: {
    expected: "a list of ids",
    accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === "string"),
    absent: () => [],
  },
  onChange: functionOption<AuthServerKeysOptions["onChange"]>(),
  timeLimitMilliseconds: integerOption({ min: 1, max: 60_000, default: 3000 }),
  clock: portOption(["monotonic"], { default: systemClock }),
};

/** Age in milliseconds, since the question was asked, up to which a verdict is used again. */
const VERDICT_MILLISECONDS = 1000;
const MAX_VERDICTS = 10_000;
/** Questions that may be under way at a time: strangers with made-up keys occupy no more. */
const MAX_QUESTIONS = 64;

/** The form of the keys of an auth server: no other text is sent there. */
const KEY = /^bk_[a-z][a-z0-9]{0,15}_[0-9A-Za-z]{49}$/;

const INVALID: AccountKeyVerdict = Object.freeze({ code: "INVALID_API_KEY" });
const FORBIDDEN: AccountKeyVerdict = Object.freeze({ code: "FORBIDDEN" });
const UNAVAILABLE: AccountKeyVerdict = Object.freeze({ code: "UNAVAILABLE" });

interface Question {
  readonly askedAt: number;
  readonly verdict: Promise<AccountKeyVerdict>;
  /** Uses that were admitted by the verdict after the first one, which the auth server is told of with the next one. */
  untold: number;
}

/**
 * Judges keys at an auth server. A verdict, whatever it is, is used for a second from the moment of its question, by
 * all requests of the same key, route, address and origin: a revoked key is refused within that time. Whatever the auth
 * server does, a verdict comes within the time limit, and is UNAVAILABLE unless it is one.
 *
 * @throws KernelError OPTION_INVALID
 */
export function createAuthServerKeys(options: AuthServerKeysOptions): AccountKeys {
  const resolved = resolveOptions<Resolved>("createAuthServerKeys", options, RULES);
  const { accounts, clock, onChange } = resolved;
  const address = addressOf(resolved);
  const tell = tellerOf(onChange);
  const questions = new Map<string, Question>();
  let underWay = 0;

  const ask = async (key: string, use: AccountKeyUse, cost: number): Promise<AccountKeyVerdict> => {
    underWay += 1;
    const asked = await askAuthServer(address, key, use, cost).finally(() => (underWay -= 1));
    tell("fault" in asked ? asked.fault : null);
    if ("fault" in asked) return UNAVAILABLE;
    const isAdmitted =
      asked.code !== "VALID" || accounts.length === 0 || accounts.includes(asked.ownerId);
    return isAdmitted ? asked : FORBIDDEN;
  };

  return Object.freeze<AccountKeys>({
    async judge(key, use) {
      if (!KEY.test(key)) return INVALID;
      const name = nameOf(key, use);
      const now = clock.monotonic();
      const held = questions.get(name);
      if (held !== undefined && now - held.askedAt < VERDICT_MILLISECONDS) {
        const verdict = await held.verdict;
        if (verdict.code === "VALID") held.untold += 1;
        return verdict;
      }
      if (underWay >= MAX_QUESTIONS) return UNAVAILABLE;
      // The newest ones stay at the end, so that the first one is the oldest.
      questions.delete(name);
      const question: Question = {
        askedAt: now,
        verdict: ask(key, use, 1 + (held?.untold ?? 0)),
        untold: 0,
      };
      questions.set(name, question);
      const [oldest] = questions.keys();
      if (questions.size > MAX_VERDICTS && oldest !== undefined) questions.delete(oldest);
      return await question.verdict;
    },
  });
}

function addressOf({ url: text, ownKey, timeLimitMilliseconds }: Resolved): AuthServerAddress {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, "");
  url.pathname = `${path === "" ? "/api/v1" : path}/auth/api-keys/verify`;
  return { url, ownKey, timeLimitMilliseconds };
}

/** No key is kept in memory, and no part of one can stand for another part. */
function nameOf(
  key: string,
  { route, address = "", origin = "", use = true }: AccountKeyUse,
): string {
  return hash("sha256", JSON.stringify([key, route, address, origin, use]), "hex");
}

/** Tells changes only: an outage is one line of the log. */
function tellerOf(onChange: (fault: string | null) => void): (fault: string | null) => void {
  let isDown = false;
  return (fault) => {
    if (isDown === (fault !== null)) return;
    isDown = fault !== null;
    onChange(fault);
  };
}
