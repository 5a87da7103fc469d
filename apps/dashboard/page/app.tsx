/** The frame around every page: where one can go, how the node is, whether the page is live. */

import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { locked, lostSince } from "./model/api.ts";
import { clockTime } from "./model/format.ts";
import { connection } from "./model/live.ts";
import { health } from "./model/node-state.ts";
import { page, PAGES, type PageName } from "./model/routes.ts";
import { Compliance } from "./pages/compliance.tsx";
import { Data } from "./pages/data.tsx";
import { Events } from "./pages/events.tsx";
import { Network } from "./pages/network.tsx";
import { Overview } from "./pages/overview.tsx";
import { Tokens } from "./pages/tokens.tsx";
import { Badge } from "./parts/badge.tsx";
import { Notice } from "./parts/notice.tsx";
import { SignIn } from "./parts/sign-in.tsx";

const CONTENT: Readonly<Record<PageName, ComponentType>> = {
  overview: Overview,
  tokens: Tokens,
  data: Data,
  compliance: Compliance,
  network: Network,
  events: Events,
};

export function App() {
  const name = page.value;
  const Content = CONTENT[name];
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  const since = lostSince.value;
  useEffect(() => {
    document.title = `${titled(name)} · Bourse node`;
    // Those who hear the page learn of the new one by its heading; at the first load the browser says it.
    if (shown.current !== name) heading.current?.focus();
    shown.current = name;
  }, [name]);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skip(event, heading.current)}>
        Skip to the content
      </a>
      <header class="top">
        <p class="brand">Bourse node</p>
        <nav aria-label="Pages">
          <ul class="plain">
            {PAGES.map((one) => (
              <li key={one}>
                <a href={`#/${one}`} aria-current={one === name ? "page" : undefined}>
                  {titled(one)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p class="state" role="status">
          {since === undefined && health.value.value && <Badge state={health.value.value.status} />}
          {since !== undefined && <Badge state="unreachable" />}
          {since === undefined && connection.value !== "connected" && (
            <Badge state={connection.value} />
          )}
        </p>
      </header>
      <main id="main">
        <h1 ref={heading} tabIndex={-1}>
          {titled(name)}
        </h1>
        {since !== undefined && (
          <Notice kind="poor">
            The node has not answered since {clockTime(since / 1000)}. What is shown below is what
            was known then.
          </Notice>
        )}
        <div class={since === undefined ? "cards" : "cards stale"}>
          {locked.value ? <SignIn /> : <Content />}
        </div>
      </main>
    </>
  );
}

function skip(event: Event, heading: HTMLElement | null): void {
  event.preventDefault();
  heading?.focus();
}

function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
