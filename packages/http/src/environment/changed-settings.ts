/** Settings that somebody has chosen, for a screen that leaves out the defaults. */

import { describeEnvironment } from "./describe-environment.ts";
import type { EnvironmentOf, EnvironmentShape } from "./read-environment.ts";

/** The values in force that differ from their defaults, as {@link describeEnvironment} shows them: secrets masked. */
export function changedSettings<Shape extends EnvironmentShape>(
  shape: Shape,
  values: EnvironmentOf<Shape>,
): Readonly<Record<string, string>> {
  const defaults = Object.fromEntries(
    Object.entries(shape).map(([name, variable]) => [name, variable.safeParse(undefined).data]),
  ) as EnvironmentOf<Shape>;
  const usual = describeEnvironment(shape, defaults);
  const shown = Object.entries(describeEnvironment(shape, values));
  return Object.fromEntries(shown.filter(([name, text]) => text !== usual[name]));
}
