"""Makes pandas-local-times.json: python3 pandas-local-times.py > pandas-local-times.json, with pandas 1.5.3.

Local times are those of instants one step apart around a change of the clock; the account is given by a formula, which
the test repeats.
"""

import hashlib
import json

import numpy
import pandas

# Zone, and the days in UTC around which the clock changes.
ZONES = {
    "Europe/Berlin": ["2021-03-28", "2021-10-31"],
    "America/New_York": ["2021-03-14", "2021-11-07"],
    "Australia/Sydney": ["2021-10-02", "2021-04-03"],
    "Australia/Lord_Howe": ["2021-10-02", "2021-04-03"],
    "America/Sao_Paulo": ["2017-10-15", "2017-02-19"],
    "Asia/Tehran": ["2021-03-21", "2021-09-21"],
}
STEPS = [10, 30]
PLACES = ["America/New_York", "Asia/Tokyo", "Europe/London", "Asia/Riyadh"]
INITIAL = 10_000.0


def hash_of(*columns):
    data = b"".join(numpy.asarray(one, dtype="<f8").tobytes() for one in columns)
    return hashlib.sha256(data).hexdigest()


def readings():
    for zone, days in ZONES.items():
        for day in days:
            for step in STEPS:
                first = pandas.Timestamp(day, tz="UTC") - pandas.Timedelta(hours=20)
                count = 60 * 60 // step
                instants = pandas.date_range(first, periods=count, freq=f"{step}min")
                local = instants.tz_convert(zone).tz_localize(None)
                texts = local.strftime("%Y-%m-%d %H:%M:%S")
                read = local.tz_localize(zone, ambiguous="infer").tz_convert("UTC").asi8 // 1_000_000
                yield [zone, int(instants.asi8[0] // 1_000_000), step, count,
                       hashlib.sha256("\n".join(texts).encode()).hexdigest(), hash_of(read)]


def returns(zone, rule):
    start = pandas.Timestamp("2021-02-20 05:00", tz="UTC")
    i = numpy.arange(24 * 300)
    equity = pandas.Series(10_000 + (i * 7919 % 1009) / 16 + i / 8,
                           index=pandas.date_range(start, periods=len(i), freq="60min"))
    local = equity.index.tz_convert(zone).tz_localize(None)
    dates = local.normalize() if rule == "day" else local.to_period(rule[0].upper()).start_time
    last = equity.groupby(dates).last()
    before = numpy.concatenate([[INITIAL], last.to_numpy()[:-1]])
    return [zone, rule, len(last), hash_of(last.index.asi8 // 1_000_000, last.to_numpy() / before - 1)]


def lines(rows):
    return ",\n".join("  " + json.dumps(one) for one in rows)


def main():
    print("{")
    print(f' "program": "pandas {pandas.__version__}, by pandas-local-times.py: figures only",')
    print(' "columns": "readings: zone, first instant, step in minutes, rows, sha256 of the local times between line '
          'feeds, sha256 of the instants; returns: zone, period, periods, sha256 of start and return; numbers as '
          'little-endian float64",')
    print(' "readings": [')
    print(lines(readings()))
    print(' ],\n "returns": [')
    print(lines(returns(zone, rule) for zone in PLACES for rule in ["day", "week", "month", "year"]))
    print(" ]\n}")


main()
