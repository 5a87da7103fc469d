// The page brings the mocks along: nothing is served but the page itself.
import { expect, test } from "@playwright/test";

import type {} from "../src/mocks.ts";

test("a blocked account is told so, and no call left the page", async ({
  page,
}) => {
  await page.goto("/?mocked");
  await page.waitForFunction(() => globalThis.mocks !== undefined);
  const { email, password } = await page.evaluate(() =>
    globalThis.mocks.auth.scenario("blocked"),
  );

  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();

  await expect(page.getByRole("status")).toHaveText(
    "Not logged in: RATE_LIMITED",
  );
  await expect(
    page.getByLabel("Markets").getByRole("listitem"),
  ).not.toHaveCount(0);
  const calls = await page.evaluate(
    () => globalThis.mocks.auth.calls("login").length,
  );
  expect(calls).toBe(1);
});
