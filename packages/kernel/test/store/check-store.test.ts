import { expect, test } from "vitest";

import { checkStore, createManualClock, StoreError } from "../../src/index.ts";

/** A store whose probes are counted and can be made to fail. */
function probed(): { probe: () => Promise<void>; count: number; fault: Error | undefined } {
  const state = {
    count: 0,
    fault: undefined as Error | undefined,
    probe: async (): Promise<void> => {
      state.count += 1;
      if (state.fault !== undefined) throw state.fault;
    },
  };
  return state;
}

test("a store is probed once for all checks within a second", async () => {
  const clock = createManualClock();
  const store = probed();
  const check = checkStore(store, { clock });
  expect(await Promise.all([check(), check(), check()])).toEqual([null, null, null]);
  await clock.advance(999);
  await check();
  expect(store.count).toBe(1);
  await clock.advance(1);
  await check();
  expect(store.count).toBe(2);
});

test("a fault is looked at again after a quarter of a second, so that its end is seen soon", async () => {
  const clock = createManualClock();
  const store = probed();
  store.fault = new StoreError("STORE_IO", "the connection was lost");
  const check = checkStore(store, { clock });
  expect(await Promise.all([check(), check()])).toEqual(Array(2).fill(expect.any(String)));
  store.fault = undefined;
  await clock.advance(249);
  expect(await check()).toBe("The store cannot be written.");
  expect(store.count).toBe(1);
  await clock.advance(1);
  expect(await Promise.all([check(), check()])).toEqual([null, null]);
  expect(store.count).toBe(2);
});

test("a store that cannot write is told with a reason that names no path, and each change once", async () => {
  const clock = createManualClock();
  const store = probed();
  const told: (string | null)[] = [];
  const onChange = (fault: { readonly reason: string } | null): void =>
    void told.push(fault?.reason ?? null);
  const check = checkStore(store, { clock, onChange });
  const faults = [
    new StoreError("STORE_FULL", "ENOSPC: /srv/secret/auth.db"),
    new StoreError("STORE_IO", "EIO: /srv/secret/auth.db"),
    new StoreError("STORE_CORRUPT", '"/srv/secret/auth.db" is damaged'),
    new Error("/srv/secret/auth.db"),
  ];
  const reasons: (string | null)[] = [];
  for (const fault of [undefined, ...faults, undefined]) {
    store.fault = fault;
    reasons.push(await check());
    reasons.push(await check());
    await clock.advance(5000);
  }
  expect(reasons.filter((reason) => reason?.includes("/"))).toEqual([]);
  expect(reasons.slice(2, 4)).toEqual(Array(2).fill(expect.stringContaining("no room for more")));
  expect(reasons[4]).toBe("The store cannot be written.");
  expect(reasons[6]).toMatch(/damaged/);
  expect([reasons[0], reasons.at(-1)]).toEqual([null, null]);
  expect(told).toEqual([reasons[2], reasons[4], reasons[6], reasons[8], null]);
});

test("a disk that hangs is a fault after five seconds, and one probe waits for it, not many", async () => {
  const clock = createManualClock();
  const hanging = Promise.withResolvers<void>();
  let probes = 0;
  const store = { probe: () => (probes++, hanging.promise) };
  const check = checkStore(store, { clock });
  for (let round = 0; round < 3; round += 1) {
    const reason = check();
    await clock.advance(5000);
    expect(await reason).toMatch(/does not answer in time/);
    await clock.advance(5000);
  }
  expect(probes).toBe(1);
  hanging.resolve();
  await hanging.promise;
  await clock.advance(1);
  expect(await check()).toBeNull();
});
