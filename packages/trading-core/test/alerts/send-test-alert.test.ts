/** The test of the ways that alerts go, with every outcome of a channel. */
import { createManualClock } from "@bourse/kernel";
import { expect, test } from "vitest";

import { sendTestAlert, type AlertChannel, type AlertMessage } from "../../src/alerts/index.ts";

const channel = (name: string, send: AlertChannel["send"]): AlertChannel => {
  return { name, maxLength: 4000, send };
};

test("every channel gets a message that says it is a test, and each outcome is told in the order of the channels", async () => {
  const told: AlertMessage[] = [];
  const outcomes = await sendTestAlert({
    service: "desk",
    channels: [
      channel("mail", async (message) => (told.push(message), { status: "sent" })),
      channel("telegram", async () => ({ status: "refused", reason: "no such chat" })),
      channel("pager", async () => ({ status: "failed", reason: "busy" })),
      channel("phone", () => Promise.reject(new Error("the line was cut"))),
    ],
  });
  expect(outcomes).toEqual([
    { channel: "mail", status: "sent", reason: null },
    { channel: "telegram", status: "refused", reason: "no such chat" },
    { channel: "pager", status: "failed", reason: "busy" },
    { channel: "phone", status: "unknown", reason: "the line was cut" },
  ]);
  const [message] = told;
  expect(message).toMatchObject({ subject: "desk: test of the alerts", isRepeat: false });
  expect(message?.text).toBe(
    `Test of the alerts of desk: nothing has happened.\nAlert ${message?.id}`,
  );
});

test("a channel that has not answered within 20 seconds is unknown, and its sending is aborted", async () => {
  const clock = createManualClock();
  const signals: AbortSignal[] = [];
  const silent = channel("mail", (_, { signal }) => {
    signals.push(signal);
    return new Promise(() => undefined);
  });
  const tested = sendTestAlert({ channels: [silent], clock });
  await clock.advance(20_000);
  expect(await tested).toEqual([
    { channel: "mail", status: "unknown", reason: "It has not answered within 20 s." },
  ]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test("channels of one name are refused", async () => {
  const one = channel("mail", async () => ({ status: "sent" }));
  await expect(sendTestAlert({ channels: [one, one] })).rejects.toThrow(
    '"channels" must be channels with names of their own',
  );
});
