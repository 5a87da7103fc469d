/** Tables and numbers for a terminal. */

/** Columns as wide as their widest cell, two spaces between; numbers and all columns but the first to the right. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

/** Names and values, the names as wide as the widest. */
export function textList(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}

/** `[#########-----------]  45 %`, for a share from 0 to 1. */
export function progressBar(share: number, width = 30): string {
  const done = Math.round(Math.max(0, Math.min(1, share)) * width);
  const filled = "#".repeat(done) + "-".repeat(width - done);
  return `[${filled}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
