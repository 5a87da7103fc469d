import fc from "fast-check";
import { afterEach, expect, test } from "vitest";

import {
  localTick,
  utcDay,
  utcMinute,
  utcOpen,
  utcTick,
  zoneAt,
} from "../src/model/chart-times.ts";
import {
  ago,
  bytes,
  clockTime,
  duration,
  elapsed,
  moment,
  short,
  spaced,
} from "../src/model/format.ts";
import { clockOffset, noteServerTime, serverNow } from "../src/model/server-clock.ts";

afterEach(() => {
  clockOffset.value = 0;
});

test("numbers, times and names in words", () => {
  expect(bytes(999)).toBe("999 B");
  expect(bytes(1_048_576)).toBe("1.0 MB");
  expect(bytes(123_456_789)).toBe("123 MB");
  expect(bytes(999_950)).toBe("1.0 MB");
  expect(bytes(99_960)).toBe("100 kB");
  expect(bytes(1e18)).toBe("1,000,000 TB");
  expect(duration(59)).toBe("59 s");
  expect(duration(61)).toBe("1 min 1 s");
  expect(duration(90_061)).toBe("1 d 1 h");
  expect(duration(0)).toBe("0 s");
  expect(duration(3600)).toBe("1 h");
  expect(duration(86_460)).toBe("1 d");
  expect(duration(null)).toBe("–");
  expect(short("0x1234567890123456789012345678901234567890")).toBe("0x1234…7890");
  expect(short("short")).toBe("short");
  expect(spaced("p2p_network")).toBe("p2p network");
  expect(spaced("ma_crossover")).toBe("MA crossover");
  expect(spaced("rsi")).toBe("RSI");
  expect(spaced("max_drawdown")).toBe("max drawdown");
});

test("a time is told by its distance, in one unit", () => {
  const now = Date.UTC(2030, 0, 2);
  expect(ago(now - 4000, now)).toBe("now");
  expect(ago(now - 59_000, now)).toBe("59 s ago");
  expect(ago(now - 3_599_000, now)).toBe("59 min ago");
  expect(ago(now - 90_000_000, now)).toBe("1 d ago");
  expect(ago(now + 7_200_000, now)).toBe("in 2 h");
});

test("what something took is told in the unit that it is felt in", () => {
  expect(elapsed(420)).toBe("420 ms");
  expect(elapsed(13_980)).toBe("13.98 s");
  expect(elapsed(159_000)).toBe("2 min 39 s");
  expect(elapsed(999.7)).toBe("1.00 s");
  expect(elapsed(59_999)).toBe("1 min");
});

test("a duration is within one of its last unit of the true one", () => {
  const lengths: Readonly<Record<string, number>> = { d: 86_400, h: 3600, min: 60, s: 1 };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (seconds) => {
      const parts = [...duration(seconds).matchAll(/([\d,]+) (d|h|min|s)/gu)];
      const sum = parts.reduce((total, [, number = "", unit = ""]) => {
        return total + Number(number.replaceAll(",", "")) * (lengths[unit] ?? NaN);
      }, 0);
      const first = lengths[parts[0]?.[2] ?? ""] ?? NaN;
      const last = Object.values(lengths).find((length) => length < first) ?? 1;
      expect(parts.length).toBeGreaterThan(0);
      expect(seconds - sum).toBeGreaterThanOrEqual(0);
      expect(seconds - sum).toBeLessThan(last);
    }),
  );
});

test("a time of the day has its zone, and its date unless that is today", () => {
  const now = Date.UTC(2030, 0, 2, 12);
  expect(clockTime(now / 1000 - 60, now)).toMatch(/^\d{2}:59:00 \S+$/u);
  expect(clockTime(now / 1000 - 172_800, now)).toMatch(/^31 Dec 2029, \d{2}:00:00 \S+$/u);
});

test("times of a market are of UTC", () => {
  const time = Date.UTC(2026, 0, 1, 5);
  expect(utcMinute(time)).toBe("2026-01-01 05:00 UTC");
  expect(utcMinute("2026-01-01T05:00:00Z")).toBe("2026-01-01 05:00 UTC");
  expect(utcDay(time)).toBe("2026-01-01");
  expect(utcTick(time / 1000)).toBe("05:00");
  expect(utcTick(Date.UTC(2026, 0, 1) / 1000)).toBe("2026-01-01");
  expect(utcTick(null)).toBe("");
  expect([0, 5, 59, 60].map((seconds) => utcTick(time / 1000 + seconds))).toEqual([
    "05:00",
    "05:00:05",
    "05:00:59",
    "05:01",
  ]);
  expect(utcOpen(time)).toBe("2026-01-01 05:00 UTC");
  expect(utcOpen(time + 7000)).toBe("2026-01-01 05:00:07 UTC");
});

test("the ticks of an axis in the reader's zone have a day where it spans several, and the axis names the zone", () => {
  const time = Date.UTC(2026, 0, 15, 12);
  expect(localTick(time, false)).toMatch(/^\d{2}:\d{2}$/u);
  expect(localTick(time, true)).toMatch(/^1[56] Jan, \d{2}:\d{2}$/u);
  expect(zoneAt(time)).toMatch(/^UTC$|^[\w/+-]+ \(UTC.*\)$/u);
});

test("what is not a time is never shown as NaN or Invalid Date", () => {
  const texts = [moment("soon"), moment(NaN), clockTime(NaN), utcMinute("soon"), ago(NaN, 0)];
  const sizes = [duration(NaN), duration(Infinity), elapsed(NaN), bytes(NaN)];
  expect(texts).toEqual(["soon", "–", "–", "soon", "–"]);
  expect(sizes).toEqual(["–", "–", "–", "–"]);
});

test("an age is told by the server's clock, which an answer that no cache keeps tells", () => {
  const at = (milliseconds: number, cached = "no-store"): Response =>
    new Response("", {
      headers: { date: new Date(milliseconds).toUTCString(), "cache-control": cached },
    });
  const then = Date.now();
  noteServerTime(at(then + 3_600_000, "public, max-age=600"));
  expect(clockOffset.value).toBe(0);
  noteServerTime(at(then + 1000));
  expect(clockOffset.value).toBe(0);
  noteServerTime(at(then + 3_600_000));
  expect(Math.abs(serverNow() - then - 3_600_000)).toBeLessThan(60_000);
  expect(ago(then + 3_300_000)).toMatch(/^[45] min ago$/u);
  noteServerTime(new Response(""));
  expect(clockOffset.value).toBeGreaterThan(3_000_000);
});

test("a time has its zone, and UTC beside it where that is another", () => {
  const time = "2026-11-30T23:50:47Z";
  const text = moment(time);
  expect(text).toMatch(/\d{2}:\d{2}:47 \S+/u);
  if (new Date(time).getTimezoneOffset() === 0) expect(text).toBe("30 Nov 2026, 23:50:47 UTC");
  else expect(text).toMatch(/\((?:30 Nov 2026, )?23:50 UTC\)$/u);
  expect(moment(Date.parse(time) / 1000)).toBe(text);
  expect(moment(null)).toBe("never");
  expect(moment("soon")).toBe("soon");
});
