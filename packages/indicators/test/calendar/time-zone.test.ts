import { describe, expect, test } from "vitest";

import { openTimeZone } from "../../src/calendar/index.ts";

const HOUR = 3_600_000;

/** The parts of Temporal that the comparison needs, where the runtime has it. */
interface ZonedTime {
  readonly epochMilliseconds: number;
  readonly offsetNanoseconds: number;
  getTimeZoneTransition(direction: "next"): ZonedTime | null;
}
interface NativeTemporal {
  readonly Instant: {
    fromEpochMilliseconds(time: number): { toZonedDateTimeISO(zone: string): ZonedTime };
  };
}
const { Temporal } = globalThis as { readonly Temporal?: NativeTemporal };

const iso = (times: readonly number[]): readonly string[] =>
  times.map((time) => new Date(time).toISOString());

describe("the clock of a zone", () => {
  test.runIf(Temporal !== undefined)("equals Temporal's at every change from 1960 to 2040", () => {
    const faults: string[] = [];
    for (const name of Intl.supportedValuesOf("timeZone")) {
      const zone = openTimeZone(name);
      const at = (time: number): ZonedTime =>
        Temporal!.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(name);
      let change = at(Date.UTC(1960, 0, 1)).getTimeZoneTransition("next");
      while (change !== null && change.epochMilliseconds < Date.UTC(2040, 0, 1)) {
        const time = change.epochMilliseconds;
        for (const near of [time - 30 * HOUR, time - 1, time, time + 1, time + 30 * HOUR]) {
          if (zone.offsetAt(near) !== at(near).offsetNanoseconds / 1e6)
            faults.push(`${name} ${near}`);
          if (!zone.instantsOf(zone.localOf(near)).includes(near))
            faults.push(`${name} ${near} back`);
        }
        const skipped = zone.localOf(time) - zone.localOf(time - 1) - 1;
        if (skipped > 0) {
          const local = zone.localOf(time - 1) + 1 + Math.floor(skipped / 2);
          const found = [zone.instantsOf(local).length, zone.firstInstantOf(local)];
          if (found[0] !== 0 || found[1] !== time) faults.push(`${name} ${time} gap`);
        }
        change = change.getTimeZoneTransition("next");
      }
    }
    expect(faults).toEqual([]);
  });

  test("shows an hour of autumn twice, and one of spring never", () => {
    const berlin = openTimeZone("Europe/Berlin");
    const autumn = Date.UTC(2024, 9, 27, 2, 30);
    expect(iso(berlin.instantsOf(autumn))).toEqual([
      "2024-10-27T00:30:00.000Z",
      "2024-10-27T01:30:00.000Z",
    ]);
    const spring = Date.UTC(2024, 2, 31, 2, 30);
    expect(berlin.instantsOf(spring)).toEqual([]);
    expect(iso([berlin.firstInstantOf(spring)])).toEqual(["2024-03-31T01:00:00.000Z"]);
  });

  test.each([
    ["Pacific/Apia", Date.UTC(2011, 11, 30, 12), [], "2011-12-30T10:00:00.000Z"], // a day left out
    ["America/Havana", Date.UTC(2024, 10, 3), 2, "2024-11-03T04:00:00.000Z"], // midnight twice
    ["Africa/Cairo", Date.UTC(2024, 3, 26), [], "2024-04-25T22:00:00.000Z"], // midnight left out
    ["Australia/Lord_Howe", Date.UTC(2024, 3, 7, 1, 45), 2, "2024-04-06T14:45:00.000Z"], // half an hour
    ["Asia/Kolkata", Date.UTC(2024, 3, 7), 1, "2024-04-06T18:30:00.000Z"],
    ["+05:30", Date.UTC(2024, 3, 7), 1, "2024-04-06T18:30:00.000Z"],
    ["UTC", 0, 1, "1970-01-01T00:00:00.000Z"],
  ])("%s: local times that are shown once, twice or never", (name, local, count, first) => {
    const zone = openTimeZone(name);
    expect(zone.instantsOf(local)).toHaveLength(typeof count === "number" ? count : 0);
    expect(iso([zone.firstInstantOf(local)])).toEqual([first]);
  });

  test("refuses a zone that nobody knows, and a time that no date has", () => {
    for (const name of ["Berlin", "", "Mars/Olympus", null, undefined, 1, {}]) {
      expect(() => openTimeZone(name as string)).toThrow(/^timeZone: expected an IANA time zone/);
    }
    for (const time of [NaN, Infinity, 9e15]) {
      expect(() => openTimeZone("UTC").offsetAt(time)).toThrow(/^Expected a time/);
    }
  });
});
