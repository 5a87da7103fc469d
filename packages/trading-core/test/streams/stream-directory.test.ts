/** The streams of a service by name. */
import { createExchangeDirectory, createSimulatedProvider } from "@bourse/trading-core/market-data";
import { createMemoryCandleStream, createStreamDirectory } from "@bourse/trading-core/streams";
import { expect, test } from "vitest";

const exchanges = createExchangeDirectory(
  { simulated: createSimulatedProvider({ seed: 1 }), other: createSimulatedProvider({ seed: 2 }) },
  "simulated",
);

test("an exchange with a stream of its own has that one, any other is asked at each close", () => {
  const own = createMemoryCandleStream({ exchange: "other" });
  const directory = createStreamDirectory({ exchanges, streams: { other: own } });
  expect(directory.find("other")).toBe(own);
  expect(directory.find()).toMatchObject({ exchange: "simulated" });
  expect(directory.find("simulated"), "one stream a name").toBe(directory.find());
});

test("a name that is no exchange is refused with the known ones", () => {
  const directory = createStreamDirectory({ exchanges });
  expect(() => directory.find("nowhere")).toThrow(
    expect.objectContaining({ code: "EXCHANGE_UNKNOWN" }),
  );
});
