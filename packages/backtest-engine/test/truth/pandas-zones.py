"""Makes pandas-zones.json: python3 pandas-zones.py > pandas-zones.json, with pandas 1.5.3.

The candles are given by a formula, which the test repeats: candle i opens step minutes after the one before.
"""

import hashlib
import json

import numpy
import pandas
from pytz import AmbiguousTimeError, NonExistentTimeError

# Zone, and the days in UTC around which the clock changes.
ZONES = {
    "UTC": ["2021-03-28", "2021-10-31"],
    "Europe/Berlin": ["2021-03-28", "2021-10-31"],
    "America/New_York": ["2021-03-14", "2021-11-07"],
    "Australia/Sydney": ["2021-10-02", "2021-04-03"],
    "Australia/Lord_Howe": ["2021-10-02", "2021-04-03"],
    "America/Sao_Paulo": ["2017-10-15", "2017-02-19"],
    "Asia/Kolkata": ["2021-03-28", "2021-10-31"],
    "Africa/Cairo": ["2014-05-16", "2014-09-26"],
    "America/Havana": ["2021-03-14", "2021-11-07"],
    "Asia/Tehran": ["2021-03-22", "2021-09-21"],
    "Pacific/Auckland": ["2021-09-25", "2021-04-03"],
    "Africa/Casablanca": ["2021-05-16", "2021-04-11"],
}
# Rule, origin, closed, label, offset in minutes.
CALLS = [
    ("1D", "start_day", "left", "left", 0),
    ("1D", "start_day", "right", "right", 0),
    ("1D", "start_day", "left", "left", 570),
    ("3D", "start_day", "left", "left", 0),
    ("W-MON", "start_day", "left", "left", 0),
    ("MS", "start_day", "left", "left", 0),
    ("4h", "start_day", "left", "left", 0),
    ("7h", "start_day", "right", "left", 0),
    ("90min", "start_day", "left", "right", 15),
    ("4h", "epoch", "left", "left", 0),
]
LENGTH = 1000
STEPS = [15, 60]


def candles(start, step):
    i = numpy.arange(LENGTH)
    base = 100 + (i * 7919 % 1009) / 16
    frame = {
        "open": base,
        "high": base + 1 + i % 5,
        "low": base - 1 - i % 7,
        "close": base + (i * 31 % 17) / 16 - 0.5,
        "volume": 1.0 + i * 13 % 101,
    }
    index = pandas.to_datetime(start + i * step * 60_000, unit="ms", utc=True)
    return pandas.DataFrame(frame, index=index)


def resampled(frame, rule, origin, closed, label, offset):
    shift = pandas.Timedelta(minutes=offset)
    bins = frame.resample(rule, closed=closed, label=label, origin=origin, offset=shift)
    columns = {"open": "first", "high": "max", "low": "min", "close": "last", "volume": "sum"}
    found = bins.agg(columns)
    return found[bins["open"].count() > 0]


def cases():
    number = 0
    for zone, days in ZONES.items():
        for day in days:
            for step in STEPS:
                before = pandas.Timedelta(days=4 if step == 15 else 20, hours=step % 7 - 3)
                start = int((pandas.Timestamp(day, tz="UTC") - before).value // 1_000_000)
                frame = candles(start, step).tz_convert(zone)
                for rule, origin, closed, label, offset in CALLS:
                    number += 1
                    try:
                        found = resampled(frame, rule, origin, closed, label, offset)
                    except (AmbiguousTimeError, NonExistentTimeError):  # a midnight that is repeated or skipped
                        continue
                    times = found.index.asi8 // 1_000_000
                    columns = [times, *(found[name] for name in found.columns)]
                    data = b"".join(numpy.asarray(one, dtype="<f8").tobytes() for one in columns)
                    yield [zone, start, step, rule, origin, closed, label, offset, len(found),
                           [int(times[0]), int(times[-1])], hashlib.sha256(data).hexdigest()]


def main():
    print("{")
    print(f' "program": "pandas {pandas.__version__}, by pandas-zones.py: figures only",')
    print(' "columns": "zone, start, step in minutes, rule, origin, closed, label, offset in minutes, '
          'bins, first and last time, sha256 of time, open, high, low, close, volume as little-endian float64",')
    print(' "cases": [')
    print(",\n".join("  " + json.dumps(one) for one in cases()))
    print(" ]\n}")


main()
