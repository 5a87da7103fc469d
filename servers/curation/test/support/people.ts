/** People and drafts of the tests. */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join as joinPath } from "node:path";

import type { Calls, Fields } from "./calls.ts";

export const ADMIN_EMAIL = "admin@example.com";
const PASSWORD = "correct horse battery";

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly wallet: string;
  readonly username: string;
  readonly refreshToken: string;
}

/** A lower-case address, which needs no checksum. */
export function walletOf(name: string): string {
  return `0x${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
}

/** The seed's own registration: a wallet and a username. */
export async function join(server: Calls, username: string, more: object = {}): Promise<Person> {
  const wallet = walletOf(username);
  const body = { wallet_address: wallet, username, ...more };
  const { status, text, data } = await server.post<{
    access_token: string;
    refresh_token: string;
    user: { id: string };
  }>("auth/register", undefined, body);
  if (status !== 201) throw new Error(`registering failed: ${text}`);
  const { access_token: token, refresh_token: refreshToken, user } = data;
  return { id: user.id, token, refreshToken, wallet, username };
}

/** The first admin, with the code that the server wrote into its folder. */
export async function joinAsAdmin(server: Calls & { readonly dataDir: string }): Promise<Person> {
  const admin_code = await adminCodeIn(server.dataDir);
  return await join(server, "chief", { email: ADMIN_EMAIL, password: PASSWORD, admin_code });
}

/** The one-time code of {@link ADMIN_EMAIL} in a server's folder. */
export async function adminCodeIn(dataDir: string, email = ADMIN_EMAIL): Promise<string> {
  const text = await readFile(joinPath(dataDir, "curation-admin-code"), "utf8");
  const line = text.split("\n").find((found) => found.startsWith(`${email} `));
  if (line === undefined) throw new Error(`no code for ${email}`);
  return line.slice(email.length + 1);
}

/** Somebody with the role curator, which `admin` gives. */
export async function joinAsCurator(server: Calls, admin: Person, name: string): Promise<Person> {
  const person = await join(server, name);
  const options = { token: admin.token, body: { roles: ["curator"] } };
  const { status, text } = await server.call("PUT", `admin/users/${person.id}/roles`, options);
  if (status !== 200) throw new Error(`giving the role failed: ${text}`);
  return person;
}

/** A specification without a fault, told from others by `topic`. */
export function specification(topic: string, more: object = {}): Fields {
  return {
    question_text: `Will the ${topic} index close above 1,000 points on 28 February 2026 at 12:00 UTC?`,
    summary: `A market on the ${topic} index.`,
    topic_tags: [topic],
    outcomes: [{ label: "Yes" }, { label: "No" }],
    resolution_sources: [
      { source_url: `https://stats.example.com/${topic}.json`, source_type: "api" },
    ],
    trigger_condition: "The closing value as published by the source.",
    fallback_logic: "The next published value counts.",
    resolution_deadline: "2026-03-01T00:00:00Z",
    ...more,
  };
}

/** A draft of `author`, submitted unless `more` says otherwise; its id. */
export async function draft(
  server: Calls,
  author: Person,
  topic: string,
  more: object = {},
): Promise<string> {
  const body = { draft_data: specification(topic), ...more };
  const { status, text, data } = await server.post<{ id: string }>("drafts", author.token, body);
  if (status !== 201) throw new Error(`drafting failed: ${text}`);
  return data.id;
}
