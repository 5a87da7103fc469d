/** A login's device in words, from its header `User-Agent`: good enough to tell one's own devices apart. */

const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg/u, "Edge"],
  [/\bOPR\//u, "Opera"],
  [/\bFirefox\//u, "Firefox"],
  [/Chrom(?:e|ium)\//u, "Chrome"],
  [/\bSafari\//u, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/u, "Android"],
  [/iPhone|iPad/u, "iOS"],
  [/Windows/u, "Windows"],
  [/Mac OS X/u, "macOS"],
  [/Linux/u, "Linux"],
];

export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent === "") return "Unknown program";
  const find = (table: typeof PROGRAMS): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const program = find(PROGRAMS);
  const system = find(SYSTEMS);
  if (program !== undefined && system !== undefined) return `${program} on ${system}`;
  return program ?? userAgent.split(" ")[0] ?? userAgent;
}
