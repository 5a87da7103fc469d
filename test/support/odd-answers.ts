/** Answers that are none of the server's own: a page says what it does not know, and nothing else about it. */

import type { Locator, Page, Route } from "playwright-core";

const HTML = "<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>";
const inHtml = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: "text/html", body: HTML });

/** Answers of a broken server, of a proxy in front of it and of the sign-in page of a network. */
const ODD_ANSWERS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "500 without a body": (route) => route.fulfill({ status: 500 }),
  "502 of a proxy": inHtml(502),
  "HTML for JSON": inHtml(200),
  "JSON that is null": (route) => route.fulfill({ status: 200, json: null }),
  "a torn body": (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: '{"items": [{"st' }),
  "a connection that is cut": (route) => route.abort("connectionreset"),
};
const SILENCE = "no answer";

/** Words of the inside, and of values that are not there. */
const INSIDE =
  /undefined|\bNaN\b|\[object|TypeError|SyntaxError|Unexpected token|valid JSON|no JSON|baseUrl|Failed to fetch|Cannot read|expected \w+|is not (?:a function|iterable)|\bnull\b/;
/** Words that only an answer can prove. */
const ABSENCE =
  /^(?:No|Nobody|Nothing(?! is known)|None|There is no|You have no)\b|\bis empty\b|\bwere imported\b|\bholds no\b/;
const FAILED =
  /does not answer|has not answered|is no answer of this server|answered (?:with status )?50[02]/;
const ASKING = /Reading|Loading|Asking|Counting|Not read/;
const PATIENCE = { timeout: 15_000 };

interface Asked {
  readonly url: string;
  /** The calls that the odd answers are given to. */
  readonly paths: RegExp;
  /** Words of absence that the page knows by itself. */
  readonly known?: RegExp;
}

/** Opens a page at each of the odd answers; returns what it says that it cannot know, or does not say. */
export async function faultsAtOddAnswers(page: Page, asked: Asked): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, answer] of Object.entries(ODD_ANSWERS)) {
    faults.push(...(await faultsAt(page, asked, { name, answer, says: FAILED })));
  }
  const silent = { name: SILENCE, answer: () => Promise.resolve(), says: ASKING };
  faults.push(...(await faultsAt(page, asked, silent)));
  return faults;
}

interface Step {
  readonly url: string;
  /** The calls of the step that change something; what is read is answered as ever. */
  readonly paths: RegExp;
  /** Brings the page up to the step. */
  readonly prepare: (page: Page) => Promise<void>;
  /** Button that takes the step, and takes it again. */
  readonly button: string | RegExp;
  /** Texts and choices of the person by the labels of their fields. */
  readonly typed?: Readonly<Record<string, string>>;
  /** Words of the button, or of the page, while no answer has come. */
  readonly waiting: RegExp;
}

/**
 * Takes a step of a dialog or a form at each of the odd answers; returns what it says that it cannot know, or does not
 * say, and what the person has to type again.
 */
export async function faultsOfStep(page: Page, step: Step): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [name, answer] of Object.entries(ODD_ANSWERS)) {
    faults.push(...(await faultsOfTaking(page, step, { name, answer, says: FAILED })));
  }
  const silent = { name: SILENCE, answer: () => Promise.resolve(), says: step.waiting };
  faults.push(...(await faultsOfTaking(page, step, silent)));
  return faults;
}

async function faultsOfTaking(
  page: Page,
  { url, paths, prepare, button, typed = {} }: Step,
  { name, answer, says }: Odd,
): Promise<readonly string[]> {
  await page.goto("about:blank");
  await page.goto(url);
  await prepare(page);
  for (const [label, text] of Object.entries(typed)) {
    const field = page.getByLabel(label, { exact: true });
    const isChoice = await field.evaluate((element) => element.tagName === "SELECT");
    await (isChoice ? field.selectOption(text) : field.fill(text));
  }
  await page.route(paths, (route) =>
    route.request().method() === "GET" ? route.fallback() : answer(route),
  );
  try {
    const take = page.getByRole("button", { name: button });
    await take.click();
    const hasSaid = await hasText(page, says, "body");
    const text = await page.evaluate<string>("document.body.innerText");
    const faults = text
      .split("\n")
      .filter((line) => INSIDE.test(line))
      .map((line) => `of the inside: ${line}`);
    if (!hasSaid) faults.push(`it does not say so: ${text}`);
    for (const [label, value] of Object.entries(typed)) {
      const left = await page.getByLabel(label, { exact: true }).inputValue();
      if (left !== value) faults.push(`${label} has ${JSON.stringify(left)} after it`);
    }
    if (name !== SILENCE && !(await isShown(take.and(page.locator(":enabled"))))) {
      faults.push("it cannot be tried again");
    }
    return faults.map((fault) => `${String(button)} at ${name}: ${fault}`);
  } finally {
    await page.unroute(paths);
  }
}

interface Odd {
  readonly name: string;
  readonly answer: (route: Route) => Promise<void>;
  /** Words that the page has for it. */
  readonly says: RegExp;
}

async function faultsAt(
  page: Page,
  { url, paths, known = /^$/ }: Asked,
  { name, answer, says }: Odd,
): Promise<readonly string[]> {
  const errors: string[] = [];
  let calls = 0;
  const note = ({ message }: Error): void => {
    errors.push(message);
  };
  // Another document first: a new place in the same one would keep what was read.
  await page.goto("about:blank");
  page.on("pageerror", note);
  await page.route(paths, (route) => {
    calls += 1;
    return answer(route);
  });
  try {
    await page.goto(url);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(300);
    const hasSaid = calls === 0 || (await hasText(page, says));
    const text = await page.evaluate<string>("document.querySelector('main').innerText");
    const lines = text.split("\n").map((line) => line.trim());
    return [
      ...errors.map((message) => `error: ${message}`),
      ...lines.filter((line) => INSIDE.test(line)).map((line) => `of the inside: ${line}`),
      ...lines
        .filter((line) => ABSENCE.test(line) && !known.test(line))
        .map((line) => `not known: ${line}`),
      ...(hasSaid ? [] : [`it does not say so: ${text}`]),
    ].map((fault) => `${new URL(url).hash} at ${name}: ${fault}`);
  } finally {
    page.off("pageerror", note);
    await page.unroute(paths);
  }
}

/** True once the page has the words. */
async function hasText(page: Page, words: RegExp, where = "main"): Promise<boolean> {
  return isShown(page.locator(where).filter({ hasText: words }));
}

async function isShown(element: Locator): Promise<boolean> {
  return element.waitFor(PATIENCE).then(
    () => true,
    () => false,
  );
}
