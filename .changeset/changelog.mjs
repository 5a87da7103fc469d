/** The lines of a changelog: a list item a change; one line for all dependencies that only moved. */

const list = (text) => text.replaceAll("\n", "\n  ").replaceAll(/^ +$/gmu, "");

export default {
  getReleaseLine: ({ summary }) => {
    const text = summary.trim();
    // A change that is a list already stays one.
    return text.startsWith("- ") ? text : `- ${list(text)}`;
  },
  getDependencyReleaseLine: (_changesets, updated) =>
    updated.length === 0
      ? ""
      : `- Updated dependencies: ${updated.map(({ name, newVersion }) => `${name}@${newVersion}`).join(", ")}`,
};
