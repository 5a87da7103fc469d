/** Names of the log's levels: DEBUG, INFO, WARNING, ERROR. */

/** Name of a level in a line of the log; what ends the process is an ERROR too. */
export function nameLevel(level: string): string {
  if (level === "warn") return "WARNING";
  return level === "fatal" ? "ERROR" : level.toUpperCase();
}
