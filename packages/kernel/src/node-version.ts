/** The check of a program's first module: plain code that an old Node.js can read, and that imports nothing. */

/** Lowest version of Node.js on which the packages are tested, as in the manifests' `engines`. */
const LOWEST: readonly [major: number, minor: number] = [22, 19];

/**
 * A sentence that says which Node.js `program` needs, when `version` is too old for it; otherwise null. A program asks
 * before it imports anything else, because an import that an old Node.js cannot resolve ends the process with a stack.
 *
 * @param program - name of the program or package, as its user knows it
 * @param version - version of the running Node.js, `process.versions.node`
 */
export function nodeVersionFault(program: string, version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])) return null;
  return `${program} needs Node.js ≥ ${LOWEST.join(".")}, and this is Node.js ${version}. Install a newer one from your package manager or https://nodejs.org.`;
}
