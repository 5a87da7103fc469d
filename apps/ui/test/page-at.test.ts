import { expect, test } from "vitest";

import { parsePlace } from "../src/model/place-text.ts";
import { pageAt, reachesOne } from "../src/shell/page-at.ts";

const PAGES = [
  { name: "overview" },
  { name: "runs", reaches: reachesOne },
  { name: "strategies", reaches: (rest: readonly string[]) => rest[0] === "edit" },
];
const OTHERS = [{ name: "sign-in" }, { name: "users", reaches: reachesOne }];

const at = (hash: string): string | undefined => pageAt(parsePlace(hash), PAGES, OTHERS)?.name;

test.each([
  ["", "overview"],
  ["#/", "overview"],
  ["#/overview?range=day", "overview"],
  ["#/runs", "runs"],
  ["#/runs/", "runs"],
  ["#/runs/17", "runs"],
  ["#/strategies/edit/mine", "strategies"],
])("the address %j has its page", (hash, name) => {
  expect(at(hash)).toBe(name);
});

test.each([
  "#/rnus",
  "#/Runs",
  "#/overview/17",
  "#/runs/17/trades",
  "#/strategies/mine",
  "#//runs",
])("the address %j has no page", (hash) => {
  expect(at(hash)).toBeUndefined();
});

test.each(["#/sign-in", "#/users", "#/users/17"])(
  "the address %j of another reader's page shows the first page",
  (hash) => {
    expect(at(hash)).toBe("overview");
  },
);

test("an address of another reader's page that it does not have has no page", () => {
  expect(at("#/users/17/keys")).toBeUndefined();
});
