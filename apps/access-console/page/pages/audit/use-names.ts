/** Names of the things that rows of the audit trail are about, as far as the reader may read them. */

import type { AuditEntry } from "@bourse/client/auth";
import { useEffect, useState } from "preact/hooks";

import { call, user } from "../../model/login.ts";
import { asOperator, operator } from "../../model/operator.ts";
import type { Names } from "./sentence.ts";

/** Accounts whose names are read for the operator; those of further ones stay unknown. */
const MOST_ACCOUNTS = 50;

/** Names that come in while the rows are shown: what cannot be read is not known, and is no fault of the page. */
export function useNames(rows: readonly AuditEntry[]): Names {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const isOfAll = operator.value !== undefined;
  const add = (found: readonly (readonly [string, string])[]): void =>
    setKnown((before) => new Map([...before, ...found]));
  const wanted = isOfAll ? accountsOf(rows) : organizationsOf(rows);
  useEffect(() => {
    const read = isOfAll ? readAccounts(wanted) : readOwn(wanted);
    read.then(add, () => undefined);
  }, [isOfAll, wanted.join()]);
  return { of: (id) => known.get(id), reader: isOfAll ? undefined : user.value?.id };
}

type Found = readonly (readonly [id: string, name: string])[];

async function readAccounts(ids: readonly string[]): Promise<Found> {
  if (operator.value?.users === undefined) return [];
  const found = ids.slice(0, MOST_ACCOUNTS).map(async (id): Promise<Found> => {
    const { email } = await asOperator((users) => users.getUser({ params: { id } }));
    return [[id, email]];
  });
  return settled(found);
}

/** The reader's keys and organizations, and the members of those in which a member was changed. */
async function readOwn(organizations: readonly string[]): Promise<Found> {
  const keys = call((auth) => auth.listApiKeys());
  const all = call((auth) => auth.listOrganizations());
  const members = organizations.map(async (id): Promise<Found> => {
    const list = await call((auth) => auth.listMembers({ params: { id } }));
    return list.map(({ userId, name, email }) => [userId, name === "" ? email : name]);
  });
  const named = [keys, all].map(async (list): Promise<Found> =>
    (await list).map(({ id, name }) => [id, name]),
  );
  return settled([...named, ...members]);
}

async function settled(reads: readonly Promise<Found>[]): Promise<Found> {
  const results = await Promise.allSettled(reads);
  return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
}

function accountsOf(rows: readonly AuditEntry[]): readonly string[] {
  const ids = rows.flatMap(({ account, actor }) => {
    const by = actor.startsWith("user:") ? [actor.slice("user:".length)] : [];
    return account === null ? by : [account, ...by];
  });
  return [...new Set(ids)];
}

function organizationsOf(rows: readonly AuditEntry[]): readonly string[] {
  const ids = rows.flatMap(({ subject, details }) =>
    details["member"] === undefined || subject === null ? [] : [subject],
  );
  return [...new Set(ids)];
}
