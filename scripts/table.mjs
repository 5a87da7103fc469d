/** A table for a terminal: columns as wide as their widest cell, a rule under the head. */
export function table(rows, head) {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell ?? "")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const line = (row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [line(cells[0]), rule, ...cells.slice(1).map(line)].join("\n");
}
