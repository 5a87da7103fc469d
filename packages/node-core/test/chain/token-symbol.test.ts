import { expect, test } from "vitest";

import { shownSymbol } from "../../src/chain/tokens/token-symbol.ts";
import { toAddress } from "../../src/index.ts";

const TOKEN = toAddress(`0x${"70".repeat(20)}`, "token");
const LISTED = ["ETH", "DEMO"];
const shown = (symbol?: string, name = "A token") => shownSymbol({ symbol, name }, TOKEN, LISTED);

test.each(["USDC", "wstETH", "USD Coin", "ETH2"])("%s is shown as it is", (symbol) => {
  expect(shown(symbol)).toEqual({ symbol, note: null });
});

test.each(["ETH", "eth", "E.T.H", " ETH ", "Demo", "\u202eETH", "E\u200bTH"])(
  "%j is shown with its address, since a listed token has that symbol",
  (symbol) => {
    expect(shown(symbol)).toMatchObject({
      symbol: expect.stringMatching(/^[ -~]+ 0x7070…7070$/) as string,
      note: expect.stringMatching(/calls itself (ETH|DEMO)/) as string,
    });
  },
);

test.each([
  ["US\u200bDC", "USDC 0x7070…7070"],
  ["\u202eCDSU", "CDSU 0x7070…7070"],
  ["\u0415\u0422\u041d", "? 0x7070…7070"],
  ["\ufeff", "? 0x7070…7070"],
  ["USD\u20ae0", "USD0 0x7070…7070"],
])("%j is shown as %s, since it holds what is not shown", (symbol, expected) => {
  expect(shown(symbol)).toMatchObject({ symbol: expected, note: expect.any(String) as string });
});

test("a name that hides a direction marks the symbol too", () => {
  expect(shown("USDC", "USD \u202ecoin")).toMatchObject({ symbol: "USDC 0x7070…7070" });
});

test("a token without a symbol is a question mark, and a long one is cut to 32 characters, address included", () => {
  expect(shown()).toEqual({ symbol: "?", note: null });
  expect(shown("A".repeat(99)).symbol).toBe("A".repeat(32));
  expect(shown(`\u200b${"A".repeat(99)}`).symbol).toMatch(/^A{20} 0x7070…7070$/);
});
