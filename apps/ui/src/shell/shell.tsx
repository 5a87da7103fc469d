/** The frame around every page: where one can go, how the server is, and the keyboard. */

import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

import { startAppearance } from "../model/appearance.ts";
import { useCommands, type Command } from "../model/commands.ts";
import { lostSince } from "../model/connection.ts";
import { clockTime } from "../model/format.ts";
import { formatPlace } from "../model/place-text.ts";
import { go, place } from "../model/place.ts";
import { Notice } from "../parts/notice.tsx";
import { AppearanceSheet } from "./appearance-sheet.tsx";
import { KeySheet } from "./key-sheet.tsx";
import { useKeyboard } from "./keyboard.ts";
import { NoPage } from "./no-page.tsx";
import { pageAt } from "./page-at.ts";
import { Palette } from "./palette.tsx";
import { Toaster } from "./toaster.tsx";

export interface Page {
  /** First segment of its address. */
  readonly name: string;
  readonly title: string;
  readonly content: ComponentType;
  /** Heading in place of the title, for a page of one thing among many; it may read signals. */
  readonly heading?: () => string;
  /** Letter that goes there after `g`. Default: none. */
  readonly key?: string;
  /** True for a page that the navigation leaves out. */
  readonly isHidden?: boolean;
  /** True for the segments behind the name that the page has something at. Default: it has none but itself. */
  readonly reaches?: (rest: readonly string[]) => boolean;
}

interface ShellProps {
  /** Name of the app, in the header and in the window's title. */
  readonly brand: string;
  /** Word for the server in sentences: "node", "server". Default "server". */
  readonly service?: string;
  /** The first one is shown where the address names none. */
  readonly pages: readonly Page[];
  /** Pages that another reader has, or this one after a sign-in: at their addresses the first page is shown. */
  readonly others?: readonly Page[];
  /** Shown at the end of the header: states and the account. */
  readonly aside?: ComponentChildren;
  /** Shown in place of the page, such as a sign-in. */
  readonly instead?: ComponentChildren;
  /** Heading while `instead` is shown. Default: the page's. */
  readonly insteadHeading?: string;
  /** Document of the API at the foot of the page. Default `/docs`. */
  readonly docs?: string;
}

export function Shell(props: ShellProps) {
  const { brand, service = "server", pages, others, docs = "/docs" } = props;
  const [open, setOpen] = useState<Opened>();
  const { rest } = place.value;
  const page = pageAt(place.value, pages, others) ?? NO_PAGE;
  const { instead, insteadHeading } = page === NO_PAGE ? {} : props;
  const title = (instead === undefined ? page.heading?.() : insteadHeading) ?? page.title;
  const current = instead === undefined ? page : pages.find((one) => one.title === insteadHeading);
  const heading = useHeading(`${page.name}/${rest.join("/")}`, `${title} · ${brand}`);
  const since = lostSince.value;
  const shown = pages.filter(({ isHidden }) => isHidden !== true);
  useCommands([...shown.map(goTo), ...commandsEverywhere(setOpen, docs)]);
  useKeyboard();
  useLayoutEffect(startAppearance, []);
  // The browser tells of a closed dialog later than it closes it: another one may be open by then.
  const close = (which: typeof open) => (): void =>
    setOpen((now) => (now === which ? undefined : now));
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event, heading.current)}>
        Skip to the content
      </a>
      <header class="top">
        <p class="brand">{brand}</p>
        <Navigation pages={shown} current={current} />
        <div class="state">{props.aside}</div>
      </header>
      <main id="main">
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {since !== undefined && (
          <Notice kind="poor">
            The {service} has not answered since {clockTime(since / 1000)}. What is shown below is
            what was known then.
          </Notice>
        )}
        <div class={since === undefined ? "cards" : "cards stale"}>
          {instead ?? <page.content />}
        </div>
      </main>
      <Foot docs={docs} onOpen={setOpen} />
      <Toaster />
      {open === "keys" && <KeySheet onClose={close("keys")} />}
      {open === "appearance" && <AppearanceSheet onClose={close("appearance")} />}
      {open === "palette" && <Palette onClose={close("palette")} />}
    </>
  );
}

const NO_PAGE: Page = { name: "", title: "No such page", content: NoPage };

interface NavigationProps {
  readonly pages: readonly Page[];
  readonly current: Page | undefined;
}

function Navigation({ pages, current }: NavigationProps) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the links are one line that scrolls.
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current, pages.length]);
  return (
    <nav aria-label="Pages" ref={nav}>
      <ul class="plain">
        {pages.map(({ name, title }) => (
          <li key={name}>
            <a
              href={formatPlace([name])}
              aria-current={name === current?.name ? "page" : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Opened = "keys" | "palette" | "appearance";
type Opening = (what: Opened) => void;

function Foot({ docs, onOpen }: { readonly docs: string; readonly onOpen: Opening }) {
  return (
    <footer class="foot">
      <a href={docs}>API documents</a>
      <button type="button" class="link" onClick={() => onOpen("keys")}>
        Keys <kbd>?</kbd>
      </button>
      <button type="button" class="link" onClick={() => onOpen("palette")}>
        Commands <kbd>Ctrl</kbd> <kbd>K</kbd>
      </button>
      <button type="button" class="link" onClick={() => onOpen("appearance")}>
        Appearance
      </button>
    </footer>
  );
}

/** The commands that every page has, besides those that go to another one. */
function commandsEverywhere(open: Opening, docs: string): readonly Command[] {
  const group = "Everywhere";
  const palette = (): void => open("palette");
  return [
    { label: "Search", keys: "/", group, run: () => search(palette) },
    { label: "Show the keys", keys: "?", group, run: () => open("keys") },
    { label: "Commands", keys: "mod+k", group, isKeyOnly: true, run: palette },
    { label: "Change theme and contrast", group, run: () => open("appearance") },
    { label: "Read the API's documents", run: () => location.assign(docs) },
  ];
}

function goTo({ name, title, key }: Page): Command {
  const run = (): void => go([name]);
  // "API keys" keeps its capitals.
  const label = `Go to ${title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
  return { label, group: "Go", run, ...(key === undefined ? {} : { keys: `g ${key}` }) };
}

/** Names the window; those who hear the page learn of a new one by its heading, which gets the focus. */
function useHeading(address: string, windowTitle: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(address);
  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);
  useEffect(() => {
    // At the first load the browser says it; a form has its own first field.
    const hasFirst = document.querySelector("main [data-first]") !== null;
    if (shown.current !== address && !hasFirst) heading.current?.focus();
    shown.current = address;
  }, [address]);
  return heading;
}

/** Focuses the page's search; without one the palette searches the commands. */
function search(otherwise: () => void): void {
  const field = document.querySelector<HTMLElement>("main input[type=search]");
  if (field === null) otherwise();
  else field.focus();
}

function skip(event: Event, heading: HTMLElement | null): void {
  event.preventDefault();
  heading?.focus();
}
