/** The mocks that a server is compared with, and the logins of the callers on both sides. */

import type { PASSWORD as Password } from "../differential/service-differential.ts";
import type { Answer, ConformanceTarget, Wire } from "../http/wire.ts";
import { UsageError } from "./usage-error.ts";

/** Account that exists at a server of curation and is an admin there. */
export interface AdminAccount {
  readonly email: string;
  readonly password: string;
}

/** A mock in this process. */
export interface Opposite {
  readonly target: ConformanceTarget;
  /** Brings the mock's clock to the time of the machine. */
  readonly catchUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Most of each kind that the limits of both sides allow: random requests reach smaller ones. */
const LOGINS = {
  loginFailuresPerAccount: 10_000,
  loginFailuresPerAddress: 10_000,
  loginsPerAccount: 10_000,
  registrationsPerHour: 10_000,
} as const;

interface StandingClock {
  readonly now: () => number;
  readonly advance: (milliseconds: number) => Promise<void>;
}

const following = (clock: StandingClock) => async (): Promise<void> => {
  await clock.advance(Math.max(0, Date.now() - clock.now()));
};

/** Opens the mock of access control. */
export async function authOpposite(prefix: string): Promise<Opposite> {
  const { createAuthMock } = await import("@bourse/mock/auth").catch(notInstalled);
  const mock = await createAuthMock({ prefix, now: Date.now(), core: LOGINS });
  return { target: mock, catchUp: following(mock.clock), close: mock.close };
}

/** Opens the mock of curation, with the same admin as the server where there is one. */
export async function curationOpposite(admin?: AdminAccount): Promise<Opposite> {
  const { createCurationMock } = await import("@bourse/mock/curation").catch(notInstalled);
  const mock = await createCurationMock({
    now: Date.now(),
    writesPerMinute: 1_000_000,
    core: { ...LOGINS, ...(admin === undefined ? {} : { adminEmails: [admin.email] }) },
  });
  if (admin !== undefined) {
    const answer = await mock.fetch(`${mock.baseUrl}/api/v1/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...admin,
        ...person("chief"),
        admin_code: await mock.adminCode(admin.email),
      }),
    });
    if (!answer.ok) throw new UsageError(`The admin cannot be made: ${await answer.text()}`);
  }
  return { target: mock, catchUp: following(mock.clock), close: mock.close };
}

/** Opens the mock of the backtest service, with the candles of seed 1. */
export async function backtestOpposite(): Promise<Opposite> {
  const { createBacktestMock } = await import("@bourse/mock/backtest").catch(notInstalled);
  const mock = await createBacktestMock({ now: Date.now() });
  return { target: mock, catchUp: following(mock.clock), close: mock.close };
}

/** Members by which curation registers a person. */
function person(name: string): object {
  const digits = Array.from(name, (letter) => letter.charCodeAt(0).toString(16)).join("");
  return { wallet_address: `0x${digits.padEnd(40, "0").slice(0, 40)}`, username: name };
}

function notInstalled(error: unknown): never {
  if ((error as { readonly code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new UsageError(
    "--differential needs @bourse/mock and msw: install them beside this package.",
  );
}

/**
 * Logs a caller in and returns the headers of its requests: the second one as the admin where there is one that can log
 * in, all others as new accounts.
 */
export function loginOf(
  prefix: string,
  password: typeof Password,
  admin?: AdminAccount,
): (wire: Wire, caller: number, count: number) => Promise<Readonly<Record<string, string>>> {
  return async (wire, caller, count) => {
    if (admin !== undefined && caller === 1) {
      const headers = bearer(await wire.post(`${prefix}/auth/login`, admin));
      // A random request may have changed the password.
      if (headers !== undefined) return headers;
    }
    const name = `caller-${count}`;
    // Access control ignores what only curation asks for.
    const body = { email: `${name}@example.com`, password, ...person(name) };
    const answer = await wire.post(`${prefix}/auth/register`, body);
    const headers = bearer(answer);
    if (headers !== undefined) return headers;
    throw new UsageError(`No caller can register: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
}

function bearer({ json }: Answer): Readonly<Record<string, string>> | undefined {
  const found = json as { access_token?: unknown; data?: { token?: unknown } } | undefined;
  const token = found?.data?.token ?? found?.access_token;
  return typeof token === "string" ? { authorization: `Bearer ${token}` } : undefined;
}
