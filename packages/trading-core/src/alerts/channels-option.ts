/** The rule of the option `channels`. */

import type { OptionRule } from "@bourse/kernel";

import type { AlertChannel } from "./alert-channel.ts";

/** Channels, each with a name of its own. */
export const channelsOption: OptionRule<readonly AlertChannel[]> = {
  expected: "channels with names of their own",
  accepts: (value: unknown): value is readonly AlertChannel[] =>
    Array.isArray(value) &&
    value.every(isChannel) &&
    new Set((value as readonly AlertChannel[]).map(({ name }) => name)).size === value.length,
  absent: null,
};

function isChannel(value: unknown): boolean {
  const { name, maxLength, send } = (value ?? {}) as Partial<AlertChannel>;
  return (
    typeof name === "string" &&
    /^[a-z]{1,20}$/.test(name) &&
    typeof send === "function" &&
    Number.isInteger(maxLength) &&
    (maxLength ?? 0) >= 1000 &&
    (maxLength ?? 0) <= 100_000
  );
}
