import { expect, test } from "vitest";

import { accountOf, listsListener } from "../src/caller/peer-account.ts";

const HEAD =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const line = (local: string, remote: string, state: string, account: number, inode: number) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${account}        0 ${inode} 1 0 20 4 30 10 -1`;

const V4 = {
  remoteAddress: "127.0.0.1",
  remotePort: 54_321,
  localAddress: "127.0.0.1",
  localPort: 3002,
};
const V6 = { remoteAddress: "::1", remotePort: 54_321, localAddress: "::1", localPort: 3002 };
const ZEROS = "0".repeat(24);

test.each([
  ["of IPv4", V4, "0100007F:D431", "0100007F:0BBA"],
  ["of IPv6", V6, `${ZEROS}01000000:D431`, `${ZEROS}01000000:0BBA`],
  [
    "of a socket of IPv6 that calls IPv4",
    V4,
    "0000000000000000FFFF00000100007F:D431",
    "0000000000000000FFFF00000100007F:0BBA",
  ],
  [
    "of IPv4 that a socket of IPv6 takes",
    { ...V4, remoteAddress: "::ffff:127.0.0.1", localAddress: "::ffff:127.0.0.1" },
    "0100007F:D431",
    "0100007F:0BBA",
  ],
])("the account of a connection %s is that of the other end", (_, ends, theirs, ours) => {
  const table = [
    HEAD,
    line(ours, theirs, "01", 1000, 7),
    line(theirs, ours.replace("0BBA", "0BBB"), "01", 1001, 8),
    line(theirs, ours, "01", 33, 9),
  ].join("\n");
  expect(accountOf(table, ends)).toBe(33);
});

test("a connection that nobody holds any longer, which the table gives to root, has no account", () => {
  const [theirs, ours] = ["0100007F:D431", "0100007F:0BBA"];
  for (const gone of [
    line(theirs, ours, "06", 0, 0),
    line(theirs, ours, "01", 0, 0),
    line(theirs, ours, "05", 0, 7),
  ]) {
    expect(accountOf([HEAD, gone].join("\n"), V4)).toBeUndefined();
  }
});

test("a table tells of accounts where it lists the server's own socket, and not where it is empty or absent", () => {
  for (const [where, peer] of [
    ["0100007F:0BBA", "00000000:0000"],
    [`${ZEROS}00000000:0BBA`, `${ZEROS}00000000:0000`],
  ] as const) {
    expect(listsListener([HEAD, line(where, peer, "0A", 1000, 7)].join("\n"), 3002)).toBe(true);
    expect(listsListener([HEAD, line(where, peer, "0A", 1000, 7)].join("\n"), 3003)).toBe(false);
  }
  const connection = line("0100007F:0BBA", "0100007F:D431", "01", 1000, 7);
  for (const table of ["", HEAD, [HEAD, connection].join("\n")]) {
    expect(listsListener(table, 3002)).toBe(false);
  }
});
