/** `bourse backtest options`: every option of the engine with its flag, its field on the wire and its meaning. */

import type { Flags, Surroundings } from "../command/command.ts";
import { DETAIL_FLAGS, FUNDING_FLAGS, PORTFOLIO_FLAGS, SHEET_FLAGS } from "./flag-tables.ts";
import { describeOption, OPTION_FLAGS, type OptionFlag } from "./option-flags.ts";

/** An option of the engine or of its portfolios. */
type Listed = Omit<OptionFlag, "option"> & { readonly option: string };

export function optionsCommand(flags: Flags, surroundings: Surroundings): void {
  const list = [
    ...OPTION_FLAGS,
    ...PORTFOLIO_FLAGS,
    ...SHEET_FLAGS,
    ...FUNDING_FLAGS,
    ...DETAIL_FLAGS,
  ].map((one: Listed) => ({
    ...one,
    description: describeOption(one),
  }));
  if (flags["json"] === true) {
    surroundings.stdout(JSON.stringify(list, null, 2));
    return;
  }
  for (const { flag, short, value, field, option, description } of list) {
    const spelt = short === undefined ? `--${flag}` : `--${flag}, --${short}`;
    surroundings.stdout(
      `${`${spelt} ${value}`.trimEnd()}\n  ${description}\n  Wire: ${field}. Library: ${option}.\n`,
    );
  }
}
