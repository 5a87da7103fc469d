/** The records of the benchmark. */

import { defineCollection, type Entity } from "@bourse/kernel";

export interface Account extends Entity {
  readonly owner: string;
  readonly balance: number;
  readonly note: string;
}

export const accounts = defineCollection<Account>()({
  name: "accounts",
  indexes: { by_owner: { fields: ["owner", "balance"] } },
});
export const collections = [accounts];

export function account(i: number, balance: number): Account {
  return {
    id: `account-${i}`,
    owner: `owner-${i % 97}`,
    balance,
    note: "a note of some length, ".repeat(2),
  };
}

/** A key of the index as a program might make it: as long as the engine's, and distinct. */
export function keyOf({ owner, balance, id }: Account): Buffer {
  return Buffer.from(`${owner} ${balance} ${id}`, "utf16le");
}
