/** Alerts over a store and a clock that stands still: what is told, when, and that nothing is lost or repeated. */
import { createManualClock, createMemoryStore } from "@bourse/kernel";
import { OutboxError } from "@bourse/outbox";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { AlertKind } from "../../src/alerts/alert-kind.ts";
import {
  mailChannel,
  openAlerts,
  parseQuietHours,
  type AlertMessage,
  type AlertOptions,
  type AlertOutcome,
  type Alerts,
} from "../../src/alerts/index.ts";
import { backtestCollections } from "../../src/backtest-service.ts";
import { KEPT_EVENTS, recordEvent } from "../../src/events/event-log.ts";

const KEY = new Uint8Array(32).fill(3);
const SENT: AlertOutcome = { status: "sent" };

type Answer = (message: AlertMessage) => AlertOutcome;

async function open(options: Partial<AlertOptions> = {}, now = Date.UTC(2026, 5, 1, 12)) {
  const clock = createManualClock({ now });
  const store = createMemoryStore({ collections: backtestCollections, clock });
  const told: AlertMessage[] = [];
  const answers: { next: Answer } = { next: () => SENT };
  const channel = {
    name: "pager",
    maxLength: 4000,
    send: async (message: AlertMessage): Promise<AlertOutcome> => {
      told.push(message);
      return answers.next(message);
    },
  };
  const again = (): Alerts =>
    openAlerts({ store, key: KEY, channels: [channel], clock, ...options });
  const alerts = again();
  await alerts.look();
  const happen = (kind: AlertKind, word: string): Promise<unknown> =>
    store.transaction((tx) => recordEvent(tx, eventOf(kind, word, clock.now())));
  const work = async (): Promise<void> => {
    await alerts.look();
    await alerts.deliverDue();
    await alerts.look();
  };
  return { clock, store, told, answers, alerts, again, happen, work };
}

function eventOf(kind: AlertKind, word: string, timestamp: number) {
  const [subject = ""] = kind.split(".");
  const session = { id: "s", strategy: "rsi", symbol: "BTCUSDT", reason: word };
  if (kind === "session.refused") {
    const refusal = { code: "FUNDS_INSUFFICIENT", rule: null, reason: word };
    return { type: kind, timestamp, session, order: { side: "buy", type: "market", refusal } };
  }
  if (kind === "session.stale" || kind === "session.fresh") {
    return { type: kind, timestamp, session: { ...session, id: word }, staleSince: timestamp };
  }
  if (subject === "risk") {
    const risk = { rule: word, side: "buy", quantity: "1", symbol: "BTCUSDT" };
    return { type: kind, timestamp, risk };
  }
  if (subject === "session") {
    return { type: "session.changed", timestamp, session: { ...session, state: kind.slice(8) } };
  }
  if (subject === "job") {
    return { type: kind, timestamp, job: { uuid: "u", jobType: "backtest", error: word } };
  }
  const killSwitch = { mode: "freeze", source: "api", reason: word };
  return { type: kind, timestamp, killSwitch };
}

const textOf = (told: readonly AlertMessage[]): string => told.map(({ text }) => text).join("\n");

describe("alerts", () => {
  test("tell of an event in one line, with the id of the message, and of nothing before the first start", async () => {
    const { store, clock, told, again, happen } = await open();
    await happen("job.failed", "before the first start");
    const second = openAlerts({
      store,
      key: KEY,
      clock,
      service: "desk",
      channels: [{ name: "late", maxLength: 4000, send: async (one) => (told.push(one), SENT) }],
    });
    await second.look();
    await happen("kill_switch.set", "a drill\nSubject: x");
    await second.look();
    await second.deliverDue();
    const [first] = told;
    expect(told).toHaveLength(1);
    expect(first?.subject).toBe("desk: Kill switch set (freeze, from api): a drill Subject: x");
    expect(first?.text).toBe(
      `2026-06-01T12:00:00.000Z Kill switch set (freeze, from api): a drill Subject: x\nAlert ${first?.id}`,
    );
    await Promise.all([again().close(), second.close()]);
  });

  test("are of the kinds that are asked for", async () => {
    const { told, happen, work } = await open({ kinds: ["session.halted"] });
    for (const kind of ["job.failed", "session.stopped", "session.halted"] as const) {
      await happen(kind, kind);
    }
    await work();
    expect(told).toHaveLength(1);
    expect(textOf(told)).toContain("Session halted: rsi on BTCUSDT, s: session.halted");
  });

  test("tell of a session's order that the exchange rejected, and leave one that a limit refused to its rule", async () => {
    const { store, clock, told, happen, work } = await open();
    const refusal = { code: "RISK_REFUSED", rule: "max_order_value", reason: "too large" };
    await happen("risk.refused", "max_order_value");
    await store.transaction((tx) =>
      recordEvent(tx, {
        type: "session.refused",
        timestamp: clock.now(),
        session: { id: "s", strategy: "rsi", symbol: "BTCUSDT" },
        order: { side: "buy", type: "market", refusal },
      }),
    );
    await happen("session.refused", "no funds");
    for (let at = 0; at < 3; at += 1) await work();
    expect(told.map(({ text }) => text.split("\n")[0]?.slice(25))).toEqual([
      "Order refused by max_order_value: buy 1 BTCUSDT",
      "Order of a session rejected (buy market, FUNDS_INSUFFICIENT): rsi on BTCUSDT, s: no funds",
    ]);
  });

  test("tell of candles of a session that fall silent and go on", async () => {
    const { told, happen, work } = await open();
    await happen("session.stale", "s");
    await happen("session.fresh", "s");
    for (let at = 0; at < 2; at += 1) await work();
    expect(told.map(({ text }) => text.split("\n")[0]?.slice(25))).toEqual([
      "Session without candles since 2026-06-01T12:00:00.000Z: rsi on BTCUSDT, s",
      "Session with candles again, after a silence since 2026-06-01T12:00:00.000Z: rsi on BTCUSDT, s",
    ]);
  });

  test("have the text of the host, and the default one where that fails", async () => {
    const errors: unknown[] = [];
    const texts = {
      "job.failed": ({ job, error }: { job: string; error: string }) => `Auftrag ${job}: ${error}`,
      "risk.refused": () => "",
      "session.halted": () => {
        throw new Error("a fault of the host");
      },
    };
    const { told, happen, work } = await open({ texts, onError: (error) => errors.push(error) });
    for (const kind of ["job.failed", "risk.refused", "session.halted"] as const) {
      await happen(kind, "x");
    }
    for (let at = 0; at < 3; at += 1) await work();
    expect(told.map(({ text }) => text.split("\n")[0]?.slice(25))).toEqual([
      "Auftrag u: x",
      "Order refused by x: buy 1 BTCUSDT",
      "Session halted: rsi on BTCUSDT, s: x",
    ]);
    expect(errors.map(String)).toEqual([
      "TypeError: The text of the alerts risk.refused has returned no text.",
      "Error: a fault of the host",
    ]);
  });

  test("wait for the end of quiet hours, but for urgent ones, and come in one message", async () => {
    const quietHours = "22:00-07:00 Europe/Berlin";
    // 21:30 in Berlin, in summer.
    const { clock, told, happen, work } = await open({ quietHours }, Date.UTC(2026, 5, 1, 19, 30));
    await clock.advance(3_600_000);
    await happen("risk.refused", "first");
    await happen("kill_switch.set", "urgent");
    await happen("risk.refused", "second");
    await work();
    expect(textOf(told)).toContain("urgent");
    expect(told).toHaveLength(1);
    await clock.advance(8.4 * 3_600_000);
    await work();
    expect(told).toHaveLength(1);
    await clock.advance(0.2 * 3_600_000);
    await work();
    expect(told).toHaveLength(2);
    expect(told[1]?.text).toMatch(/^2 alerts that were held:\n.*first.*\n.*second.*\n/);
  });

  test("are bound to a number within an hour, and what is beyond is counted by its kind", async () => {
    const { clock, told, happen, work } = await open({ maxPerHour: 2 });
    for (let at = 1; at <= 45; at += 1) await happen("risk.refused", `n${at}`);
    await work();
    await work();
    await work();
    expect(told).toHaveLength(2);
    await clock.advance(3_600_001);
    await work();
    expect(told).toHaveLength(3);
    expect(told[2]?.subject).toBe("bourse-backtest: 43 alerts that were held");
    expect(told[2]?.text).toContain("13 more of risk.refused");
    expect(told[2]?.text.length).toBeLessThanOrEqual(4096);
  });

  test("say that they may have come before, when an earlier sending ended without an answer, and only then", async () => {
    const { clock, told, answers, happen, work } = await open();
    answers.next = () => ({ status: "failed", reason: "busy" });
    await happen("job.failed", "one");
    await work();
    answers.next = () => {
      throw new Error("the answer was lost");
    };
    await clock.advance(60_000);
    await work();
    answers.next = () => SENT;
    await clock.advance(600_000);
    await work();
    expect(told.map(({ isRepeat }) => isRepeat)).toEqual([false, false, true]);
    expect(new Set(told.map(({ id }) => id)).size).toBe(1);
    expect(told[2]?.text).toMatch(/^Sent again: it is not known whether this alert has arrived/);
  });

  test("that a receiver refuses for good are dead letters, and the next ones are sent", async () => {
    const { told, answers, alerts, happen, work } = await open();
    answers.next = () => ({ status: "refused", reason: "no such chat" });
    await happen("job.failed", "one");
    await work();
    answers.next = () => SENT;
    await happen("job.failed", "two");
    await work();
    await work();
    expect(await alerts.measure()).toMatchObject({ dead: 1, waiting: 0 });
    expect(told.at(-1)?.text).toContain("two");
  });

  test("tell how many events the log no longer had", async () => {
    const { store, clock, told, happen, work } = await open();
    await store.transaction(async (tx) => {
      for (let at = 0; at < KEPT_EVENTS + 7; at += 1) {
        await recordEvent(tx, { type: "signal.generated", timestamp: clock.now() });
      }
    });
    await happen("job.failed", "last");
    for (let at = 0; at < 30; at += 1) await work();
    expect(told[0]?.text).toContain("8 more of events that were no longer kept");
    expect(told[1]?.text).toContain("last");
  });

  test.each([
    [{ quietHours: "22:00-07:00" }, /quiet hours/],
    [{ quietHours: "22:00-22:00 Europe/Berlin" }, /quiet hours/],
    [{ quietHours: "22:00-07:00 Mars/Base" }, /quiet hours/],
    [{ kinds: ["job.done" as AlertKind] }, /kinds/],
    [{ maxPerHour: 0 }, /maxPerHour/],
    [{ texts: { "job.done": () => "x" } } as object, /"texts" must be an object with functions/],
    [{ texts: [] } as object, /"texts" must be an object with functions/],
    [{ texts: { "job.failed": "x" } } as object, /"texts" must be an object with functions/],
    [{ maxPerHours: 3 } as object, /maxPerHour/],
  ])("with the options %j are refused", async (options, message) => {
    await expect(open(options)).rejects.toThrow(message);
  });
});

test("quiet hours follow the clocks of their zone over both changes of the year", () => {
  const quietHours = "01:30-03:30 Europe/Berlin";
  for (const [from, expected] of [
    // 29 March 2026: 02:00 becomes 03:00, so one hour is left of two.
    [Date.UTC(2026, 2, 28, 23), 60],
    // 25 October 2026: 03:00 becomes 02:00, so they are three.
    [Date.UTC(2026, 9, 24, 22), 180],
  ] as const) {
    const isQuiet = parseQuietHours(quietHours);
    let minutes = 0;
    for (let at = 0; at < 24 * 60; at += 1) if (isQuiet(from + at * 60_000)) minutes += 1;
    expect(minutes).toBe(expected);
  }
});

test("a mail that the server will never take is refused, one that it answers is tried again, and else it is not known", async () => {
  const failing = (error: unknown) => mailChannel({ send: () => Promise.reject(error) }, "a@b.c");
  const message = { id: "i", subject: "s", text: "t", isRepeat: false };
  const sending = { signal: new AbortController().signal };
  const refusal = new OutboxError("DELIVERY_REFUSED", "no mailbox", { details: { status: 550 } });
  expect(await failing(refusal).send(message, sending)).toMatchObject({ status: "refused" });
  const busy = Object.assign(new Error("busy"), { responseCode: 451 });
  expect(await failing(busy).send(message, sending)).toMatchObject({ status: "failed" });
  const cut = Object.assign(new Error("closed"), { code: "ECONNECTION" });
  await expect(failing(cut).send(message, sending)).rejects.toBe(cut);
});

type Step = AlertKind | "work" | "another process" | "a minute" | "an hour";
const KINDS: AlertKind[] = [
  "kill_switch.set",
  "session.halted",
  "session.refused",
  "session.stale",
  "risk.refused",
  "job.failed",
];
const step = fc.constantFrom<Step[]>(...KINDS, "work", "another process", "a minute", "an hour");
type Fate = "taken" | "busy" | "refused" | "lost answer" | "lost";
const fate = fc.constantFrom<Fate[]>("taken", "taken", "busy", "refused", "lost answer", "lost");

test("any course of events, answers and processes tells each event or counts its message as dead, in order, and no message twice without a word", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.infiniteStream(fate),
      async (steps, fates) => {
        const quietHours = "22:00-07:00 Europe/Berlin";
        const box = await open({ quietHours, maxPerHour: 3 });
        const arrived: AlertMessage[] = [];
        const refused = new Set<string>();
        let isOver = false;
        box.answers.next = (message) => {
          const next: Fate = isOver ? "taken" : (fates.next().value as Fate);
          if (next === "taken" || next === "lost answer") arrived.push(message);
          if (next === "taken") return SENT;
          if (next === "busy") return { status: "failed", reason: "busy" };
          if (next !== "refused") throw new Error("no answer");
          refused.add(message.text);
          return { status: "refused", reason: "never" };
        };
        const happened: string[] = [];
        for (const [at, act] of steps.entries()) {
          if (act === "a minute") await box.clock.advance(60_000);
          else if (act === "an hour") await box.clock.advance(3_600_000);
          else if (act === "work") await box.work();
          else if (act === "another process") {
            const other = box.again();
            await Promise.all([box.alerts.look(), other.look()]);
            await Promise.all([box.alerts.deliverDue(), other.deliverDue()]);
          } else {
            await box.happen(act, `#${at}#`);
            happened.push(`${act} #${at}#`);
          }
        }
        isOver = true;
        for (let hour = 0; hour < 30; hour += 1) {
          await box.clock.advance(3_600_000);
          for (let at = 0; at < 4; at += 1) await box.work();
        }
        const { waiting, held, dead } = await box.alerts.measure();
        expect([waiting, held]).toEqual([0, 0]);
        expect(dead).toBe(refused.size);
        const all = textOf(arrived) + [...refused].join("\n");
        const counted = [...all.matchAll(/^(\d+) more of/gm)].reduce(
          (sum, [, n]) => sum + Number(n),
          0,
        );
        const untold = happened.filter((one) => !all.includes(one.split(" ")[1]!));
        expect(untold.length).toBeLessThanOrEqual(counted);
        const ids = new Set<string>();
        for (const { id, isRepeat, text } of arrived) {
          expect(text.startsWith("Sent again")).toBe(isRepeat);
          expect(isRepeat || !ids.has(id)).toBe(true);
          ids.add(id);
        }
        for (const isUrgent of [true, false]) {
          const firsts = [...new Map(arrived.toReversed().map((one) => [one.id, one])).values()];
          const order = firsts
            .toReversed()
            .flatMap(({ text }) => text.split("\n").filter((line) => /#\d+#/.test(line)))
            .filter((line) => /Kill switch|Session halted/.test(line) === isUrgent)
            .map((line) => Number(/#(\d+)#/.exec(line)?.[1]));
          expect(order).toEqual(order.toSorted((one, other) => one - other));
        }
      },
    ),
    { numRuns: 60 },
  );
});
