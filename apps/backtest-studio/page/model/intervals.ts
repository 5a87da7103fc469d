/** Lengths of candles, as the wire spells them and as people do. */

export const INTERVAL_NAMES: readonly (readonly [value: string, text: string])[] = [
  ["1", "1 minute"],
  ["3", "3 minutes"],
  ["5", "5 minutes"],
  ["15", "15 minutes"],
  ["30", "30 minutes"],
  ["60", "1 hour"],
  ["120", "2 hours"],
  ["240", "4 hours"],
  ["360", "6 hours"],
  ["720", "12 hours"],
  ["D", "1 day"],
  ["W", "1 week"],
  ["M", "1 month"],
];

/** Other spellings of the same lengths. */
export const SPELLED: Readonly<Record<string, string>> = {
  "1m": "1",
  "3m": "3",
  "5m": "5",
  "15m": "15",
  "30m": "30",
  "1h": "60",
  "2h": "120",
  "4h": "240",
  "6h": "360",
  "12h": "720",
  "1d": "D",
  "1w": "W",
  "1M": "M",
};
