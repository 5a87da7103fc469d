/** The name of the program in a `User-Agent`, as far as people know it. */
export function browserOf(agent: string | null): string {
  return (
    /(?:Firefox|Edg|OPR|Chrome|Safari|HeadlessChrome)\/\d+/.exec(agent ?? "")?.[0] ??
    agent ??
    "unknown"
  );
}
