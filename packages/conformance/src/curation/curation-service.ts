/** The curation service as a case sees it: calls with tokens, people, drafts and markets of the case's own. */

import assert from "node:assert/strict";
import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";

import { shown } from "../http/expect.ts";
import { wireTo, type Answer, type ConformanceTarget } from "../http/wire.ts";
import { encodeBase58 } from "./base58.ts";
import { openFeed, type Feed } from "./feed.ts";

/** A curation service under test, with what the suite may do to it. */
export interface CurationConformanceTarget extends ConformanceTarget {
  /** An account that the service makes an admin: it is registered by the suite, or logged in when it exists. */
  readonly admin: {
    /** E-mail address of the account. */
    readonly email: string;
    /** Password of the account. */
    readonly password: string;
    /** Returns the operator's one-time code that the address is registered with. Default: none is sent. */
    readonly code?: () => Promise<string>;
  };
  /** Moves the service's clock forward. Without it the cases that need time are left out. */
  readonly advance?: (milliseconds: number) => unknown;
}

export interface CurationCase {
  /** A fact. Unique in its suite. */
  readonly name: string;
  /** True when the case moves the clock. */
  readonly needsTime?: boolean;
  readonly run: (service: CurationService) => Promise<void>;
}

interface CallOptions {
  /** A text goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly wallet: string;
  /** Time of the service's clock when the account was created, in milliseconds UTC. */
  readonly now: number;
}

/** A Solana wallet that signs. */
export interface SigningWallet {
  readonly address: string;
  readonly sign: (message: string) => string | readonly number[];
}

export interface CurationService {
  /** A path below the prefix. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** A path from the root. */
  readonly root: (method: string, path: string) => Promise<Answer>;
  /** A fresh account without roles. */
  readonly signUp: (more?: object) => Promise<Person>;
  readonly curator: () => Promise<Person>;
  readonly admin: () => Promise<Person>;
  /** E-mail address of the admin, which is reserved. */
  readonly adminEmail: string;
  /** A fresh message of the service for the wallet, signed. */
  readonly prove: (
    wallet: SigningWallet,
  ) => Promise<{ readonly message: string; readonly signature: string | readonly number[] }>;
  /** A draft that is submitted unless `more` says otherwise; its id. */
  readonly draft: (author: Person, data?: object, more?: object) => Promise<string>;
  /** A market of `author`, approved by an admin; its id. */
  readonly market: (author: Person, data?: object, approval?: object) => Promise<string>;
  /** The person with a fresh access token. */
  readonly renewed: (person: Person) => Promise<Person>;
  /** The live feed of a curator, after the event `after` or from now on. */
  readonly feed: (person: Person, after?: string) => Promise<Feed>;
  /** Moves the service's clock. */
  readonly advance: (milliseconds: number) => Promise<void>;
}

export const PASSWORD = "correct horse battery";
const DAY = 86_400_000;

export function curationServiceAt(
  target: CurationConformanceTarget,
  prefix: string,
): CurationService {
  const wire = wireTo(target);
  const call: CurationService["call"] = (method, path, options = {}) => {
    const { body, token, headers } = options;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return wire.send(prefix + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text }),
    });
  };
  const data = (answer: Answer, status: number): Record<string, unknown> => {
    assert.equal(answer.status, status, shown(answer));
    return answer.json as Record<string, unknown>;
  };
  const signUp: CurationService["signUp"] = async (more = {}) => {
    const body = { wallet_address: newWallet(), username: newName(), ...more };
    return personOf(data(await call("POST", "/auth/register", { body }), 201));
  };
  const admin = async (): Promise<Person> => {
    const { code, ...body } = target.admin;
    const login = await call("POST", "/auth/login", { body });
    if (login.status === 200) return personOf(data(login, 200));
    return await signUp({ ...body, admin_code: await code?.() });
  };
  const draft: CurationService["draft"] = async (author, given = {}, more = {}) => {
    const body = { draft_data: specification(author.now, given), ...more };
    const answer = await call("POST", "/drafts", { body, token: author.token });
    return String(data(answer, 201)["id"]);
  };
  return {
    call,
    root: (method, path) => wire.send(path, { method }),
    signUp,
    admin,
    adminEmail: target.admin.email,
    curator: async () => {
      const [chief, person] = [await admin(), await signUp()];
      const options = { token: chief.token, body: { roles: ["curator"] } };
      data(await call("PUT", `/admin/users/${person.id}/roles`, options), 200);
      return person;
    },
    prove: async (wallet) => {
      const body = { wallet_address: wallet.address };
      const message = String(data(await call("POST", "/auth/nonce", { body }), 200)["message"]);
      return { message, signature: wallet.sign(message) };
    },
    draft,
    market: async (author, given = {}, approval = {}) => {
      const { token } = await admin();
      const id = await draft(author, given);
      const answer = await call("POST", `/curator/${id}/approve`, { token, body: approval });
      return String(data(answer, 200)["market_id"]);
    },
    renewed: async (person) => {
      const body = { refresh_token: person.refreshToken };
      const answer = data(await call("POST", "/auth/refresh", { body }), 200);
      return { ...person, token: String(answer["access_token"]) };
    },
    feed: (person, after) => openFeed(target, `${prefix}/curator/events`, person.token, after),
    advance: async (milliseconds) => {
      assert.ok(target.advance, "the target can't move its clock");
      await target.advance(milliseconds);
    },
  };
}

/** A draft's data without a fault, with a question that nobody else asks. */
export function specification(now: number, more: object = {}): Record<string, unknown> {
  return {
    question_text: `Will the ${crypto.randomUUID()} index close higher by 31 December 2099?`,
    topic_tags: ["index"],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [{ source_url: "https://stats.example.com/i", source_type: "api" }],
    resolution_deadline: new Date(now + 60 * DAY).toISOString(),
    ...more,
  };
}

/** A lower-case EVM address, which needs no checksum, that no account has yet. */
export function newWallet(): string {
  return `0x${(crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "").slice(0, 40)}`;
}

export function newName(): string {
  return `u-${crypto.randomUUID()}`;
}

export function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

/** A Solana wallet with a key of its own; it gives out signatures in base58 or as `bytes`. */
export function signingWallet(form: "base58" | "bytes" = "base58"): SigningWallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return {
    address: encodeBase58(rawKey(publicKey)),
    sign: (message) => {
      const bytes = sign(null, Buffer.from(message, "utf8"), privateKey);
      return form === "base58" ? encodeBase58(bytes) : [...bytes];
    },
  };
}

function rawKey(key: KeyObject): Buffer {
  return Buffer.from(String(key.export({ format: "jwk" }).x), "base64url");
}

function personOf(answer: Record<string, unknown>): Person {
  const user = answer["user"] as Record<string, string>;
  return {
    id: String(user["id"]),
    token: String(answer["access_token"]),
    refreshToken: String(answer["refresh_token"]),
    username: String(user["username"]),
    wallet: String(user["wallet_address"]),
    now: Date.parse(String(user["last_login_at"])),
  };
}
