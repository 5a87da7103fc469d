import { SweepRequest } from "@bourse/contract/backtest";
import { expect, test } from "vitest";

import { sweepRequest } from "../../src/backtest/wire/sweep-request.ts";

/** The first issue of a sweep's refused names, as the place and the sentence. */
function issueOf(body: object): readonly [place: string, sentence: string] {
  try {
    sweepRequest(SweepRequest.parse(body));
  } catch (error) {
    const { issues } = error as { readonly issues: readonly { loc: string[]; msg: string }[] };
    return [issues[0]!.loc.join("."), issues[0]!.msg];
  }
  throw new Error("the names were taken");
}

test.each([
  ["stopLoss", [0.1], '"stopLoss" is no option that a sweep can vary. Did you mean "stop_loss"?'],
  ["fee", [0], '"fee" is no option that a sweep can vary. Did you mean "transaction_fee"?'],
  ["levrage", [2], '"levrage" is no option that a sweep can vary. Did you mean "leverage"?'],
  ["strategy", ["rsi"], '"strategy" is no option that a sweep can vary.'],
  ["feeModel", [1], '"feeModel" is no option that a sweep can vary.'],
  ["train_split", [0.1], '"train_split" is no option that a sweep can vary.'],
  ["calendar", ["XNYS"], '"calendar" is no option that a sweep can vary.'],
  ["splits", [[{ timestamp: 0, ratio: 2 }]], '"splits" is no option that a sweep can vary.'],
  [
    "slippage",
    [0, { halfSpread: 1 }],
    '"halfSpread" is no member of a value of slippage. Did you mean "half_spread"?',
  ],
  [
    "compatibility",
    [{ preset: "freqtrade", profit_steps: [{ afterMinutes: 1, profit: 1 }] }],
    '"afterMinutes" is no member of a value of compatibility. Did you mean "after_minutes"?',
  ],
])("the range of %s over %j is refused at its name", (name, range, sentence) => {
  const given = { leverage: [1], [name]: range };
  expect(issueOf({ option_ranges: given })).toEqual([`body.option_ranges.${name}`, sentence]);
});

test("an option under both of its names is refused at the second", () => {
  const ranges = { take_profit: [0.1], take_profit_pct: [0.2] };
  expect(issueOf({ option_ranges: ranges })).toEqual([
    "body.option_ranges.take_profit_pct",
    "take_profit_pct and take_profit are two names of one option; send one of them.",
  ]);
});

test("a rule takes the names of fields alone, but leaves texts as they are", () => {
  const option_ranges = { stop_loss: [0.1, null] };
  expect(
    issueOf({ option_ranges, constraints: ["a < b", "options.stopLoss < options.take_profit"] }),
  ).toEqual([
    "body.constraints.1",
    '"options.stopLoss" is no option that a sweep can vary. Did you mean "stop_loss"?',
  ]);
  const text = 'options.stop_loss < 1 if ma_type = "options.x"';
  const { constraints } = sweepRequest(SweepRequest.parse({ option_ranges, constraints: [text] }));
  expect(constraints?.[0]).toContain("options.stopLoss < 1");
});

test("either name of an option becomes the engine's", () => {
  const given = { stop_loss_pct: [0.1], position_size: [{ cash: 5 }], transaction_fee: [0, 0.001] };
  expect(sweepRequest(SweepRequest.parse({ option_ranges: given })).optionRanges).toEqual({
    stopLoss: [0.1],
    positionSize: [{ cash: 5 }],
    fee: [0, 0.001],
  });
});
