/** Templates of alerts: placeholders become facts, and what is no placeholder is refused before anything is sent. */
import { expect, test } from "vitest";

import { parseAlertTexts } from "../../src/alerts/index.ts";

const FACTS = {
  session: "s",
  strategy: "rsi",
  symbol: "BTCUSDT",
  equity: "10000",
  reason: "{symbol}",
};

test("a placeholder becomes its fact, twice where it stands twice, and a fact is read no further", () => {
  const template = "{strategy} on {symbol}: {reason} {{{strategy}}}";
  const { "session.halted": text } = parseAlertTexts({ "session.halted": template });
  expect(text?.(FACTS)).toBe("rsi on BTCUSDT: {symbol} {rsi}");
});

test.each([
  [
    { "session.halted": "{stratgy} has halted" },
    'unknown placeholder {stratgy}; known: {session}, {strategy}, {symbol}, {equity}, {reason}. Did you mean "strategy"?',
  ],
  [{ "job.failed": "{reason}" }, "unknown placeholder {reason}; known: {job}, {type}, {error}."],
  [{ "job.failed": "{error" }, "unknown placeholder {; known"],
  [{ "job.failed": "error}" }, "unknown placeholder }; known"],
  [{ "job.failed": "{constructor}" }, "unknown placeholder {constructor}; known"],
  [{ "job.done": "x" }, 'texts: "job.done": expected a kind of alerts, one of: kill_switch.set'],
  [{ "job.faild": "x" }, 'Did you mean "job.failed"?'],
  [{ "job.failed": " " }, "expected a text of 1–500 characters"],
  [{ "job.failed": "x".repeat(501) }, "expected a text of 1–500 characters"],
])("the templates %j are refused", (templates, message) => {
  expect(() => parseAlertTexts(templates)).toThrow(message);
});
