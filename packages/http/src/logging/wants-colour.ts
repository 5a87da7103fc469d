/**
 * Decides whether lines for people have colours: `FORCE_COLOR` (any value but `0` and `false`) switches them on, then
 * `NO_COLOR` (any value but the empty one, see no-color.org) and `TERM=dumb` off; else they need a terminal.
 */
export function wantsColour(
  variables: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused, TERM: terminal } = variables;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  if (refused !== undefined && refused !== "") return false;
  return isTerminal && terminal !== "dumb";
}
