/** A store that calls out at every step of its transactions: before each operation, before the commit, and after it. */
import type { Store, Transaction } from "@bourse/kernel";

const OPERATIONS = new Set(["get", "find", "count", "insert", "replace", "delete"]);

/** `step` may throw, and what it throws is what the operation rejects with. */
export function steppedStore(store: Store, step: (what: string) => void): Store {
  const transaction: Store["transaction"] = async (work) => {
    const result = await store.transaction(async (tx) => {
      const outcome = await work(around(tx, step));
      step("commit");
      return outcome;
    });
    step("committed");
    return result;
  };
  return new Proxy(store, {
    get: (target, name) => (name === "transaction" ? transaction : bound(target, name)),
  });
}

function around(tx: Transaction, step: (what: string) => void): Transaction {
  return new Proxy(tx, {
    get: (target, name) => {
      const member = bound(target, name);
      if (typeof name !== "string" || !OPERATIONS.has(name)) return member;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        step(name);
        return await (member as (...args: readonly unknown[]) => unknown)(...given);
      };
    },
  });
}

function bound(target: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(target, name);
  return typeof member === "function"
    ? (member.bind(target) as (...args: readonly unknown[]) => unknown)
    : member;
}
