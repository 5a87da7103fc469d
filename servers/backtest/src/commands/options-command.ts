/** `bourse-backtest options`: every option of the engine with its flag, its field on the wire and its meaning. */

import type { Flags } from "./flags.ts";
import type { LongCommandOutput } from "./long-command-output.ts";
import { describeOption, OPTION_FLAGS } from "./option-flags.ts";

export function optionsCommand(flags: Flags, output: LongCommandOutput): void {
  const list = OPTION_FLAGS.map((one) => ({ ...one, description: describeOption(one) }));
  if (flags["json"] === true) {
    output.stdout(JSON.stringify(list, null, 2));
    return;
  }
  for (const { flag, short, value, field, option, description } of list) {
    const spelt = short === undefined ? `--${flag}` : `--${flag}, --${short}`;
    output.stdout(`${spelt} ${value}\n  ${description}\n  Wire: ${field}. Library: ${option}.\n`);
  }
}
