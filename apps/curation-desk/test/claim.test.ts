import { expect, test } from "vitest";

import { statusAt } from "../page/model/claim.ts";

const END = Date.UTC(2026, 0, 1);
const until = new Date(END).toISOString();

test("a draft whose claim ends while the page shows it is pending from that moment on", () => {
  const claimed = { status: "in_review", claim_expires_at: until } as const;
  expect(statusAt(claimed, END - 1)).toBe("in_review");
  expect(statusAt(claimed, END)).toBe("pending");
});

test("a draft that is not in review keeps its status, whatever the clock says", () => {
  for (const status of ["draft", "changes_requested", "approved", "withdrawn"] as const) {
    expect(statusAt({ status, claim_expires_at: null }, END + 1)).toBe(status);
  }
});
