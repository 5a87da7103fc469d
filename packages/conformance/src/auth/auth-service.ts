/** The access control service as a case sees it: calls with credentials, accounts and keys of the case's own. */

import assert from "node:assert/strict";

import { shown } from "../http/expect.ts";
import { wireTo, type Answer, type ConformanceTarget } from "../http/wire.ts";

/** An access control service under test, with what the suite may do to it. */
export interface AuthConformanceTarget extends ConformanceTarget {
  /** The operator's key, AUTH_OPERATOR_KEY of the server. Without it the cases of the operator are left out. */
  readonly operatorKey?: string;
}

export interface AuthCase {
  /** A fact. Unique in its suite. */
  readonly name: string;
  /** True when the case is the operator's. */
  readonly needsOperator?: boolean;
  readonly run: (service: AuthService) => Promise<void>;
}

interface CallOptions {
  /** A text goes as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AuthService {
  /** A path below the prefix. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** A path from the root. */
  readonly root: (method: string, path: string) => Promise<Answer>;
  /** A fresh account, logged in. */
  readonly signUp: () => Promise<Account>;
  /** A key of an account. */
  readonly makeKey: (
    account: Account,
    permissions: readonly string[],
    more?: object,
  ) => Promise<{ readonly id: string; readonly key: string }>;
  /** A login of an account of the case's own. */
  readonly logIn: (account: Account) => Promise<Answer>;
  /** The operator's key; undefined where the target has none. */
  readonly operatorKey: string | undefined;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
}

export const PASSWORD = "correct horse battery";

/** An e-mail that no account has yet. */
export function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

export function authServiceAt(target: AuthConformanceTarget, prefix: string): AuthService {
  const wire = wireTo(target);
  const call = (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { body, token, key, headers } = options;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return wire.send(prefix + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: text }),
    });
  };
  return {
    call,
    root: (method, path) => wire.send(path, { method }),
    signUp: async () => {
      const email = newEmail();
      const answer = await call("POST", "/auth/register", { body: { email, password: PASSWORD } });
      assert.equal(answer.status, 201, shown(answer));
      const { data } = answer.json as { data: Account & { user: { id: string } } };
      return { id: data.user.id, email, token: data.token, refreshToken: data.refreshToken };
    },
    makeKey: async ({ token }, permissions, more = {}) => {
      const body = { name: "a key", permissions, ...more };
      const answer = await call("POST", "/auth/api-keys", { body, token });
      assert.equal(answer.status, 201, shown(answer));
      return (answer.json as { data: { id: string; key: string } }).data;
    },
    logIn: ({ email }) => call("POST", "/auth/login", { body: { email, password: PASSWORD } }),
    operatorKey: target.operatorKey,
  };
}
