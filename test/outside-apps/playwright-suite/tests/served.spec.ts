// The page calls mocks that `bourse-mock` serves on ports of their own; the
// tests control those below /__mock.
import { expect, test } from "@playwright/test";

const { AUTH_PORT = "3000", CURATION_PORT = "3001" } = process.env;
const auth = `http://127.0.0.1:${AUTH_PORT}`;
const curation = `http://127.0.0.1:${CURATION_PORT}`;
const desk = `/?${String(new URLSearchParams({ auth, curation }))}`;

test("shows the keys of the account and the markets", async ({
  page,
  request,
}) => {
  const scenario = await request.post(`${auth}/__mock/scenario`, {
    data: { name: "keys" },
  });
  const { email, password } = await scenario.json();

  await page.goto(desk);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();

  await expect(page.getByRole("status")).toHaveText(
    `Logged in as ${email}`,
  );
  await expect(
    page.getByLabel("API keys").getByText("living"),
  ).toBeVisible();
  await expect(
    page.getByLabel("Markets").getByRole("listitem"),
  ).not.toHaveCount(0);
});

test("says that the service is out of order", async ({ page, request }) => {
  await request.post(`${auth}/__mock/faults`, {
    data: { operation: "login", status: 503, times: 1 },
  });
  await page.goto(desk);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("status")).toHaveText("Not logged in: BUSY");
});
