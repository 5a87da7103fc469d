/** Measures that a browser takes of a page by itself: paints, moved content, work for each frame, and its heap. */

import type { CDPSession, Page } from "playwright-core";

/** Milliseconds from the request for the document to its first painted content. */
export function firstPaintOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      for (const { name, startTime } of list.getEntries()) {
        if (name !== "first-contentful-paint") continue;
        observer.disconnect();
        resolve(startTime);
      }
    }).observe({ type: "paint", buffered: true });
  })`);
}

/** Notes from the page's start what moves without the reader's doing. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const moved = sources.map(({ node }) => node?.className || node?.nodeName);
        if (!hadRecentInput) window.shifts.push({ value, moved: moved.join(" ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

export interface Shift {
  /** Share of the window that moved, times the share of its height by which it did. */
  readonly value: number;
  /** Classes of what moved. */
  readonly moved: string;
}

/** Everything that has moved since {@link watchShifts}. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  // Two frames: the entries of the last one come behind it.
  await page.evaluate(
    "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
  );
  return page.evaluate<readonly Shift[]>("window.shifts");
}

/** Processor time of the page's main thread in seconds, whatever else the machine does. */
export async function openWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN;
  };
}

/** Bytes of the page's heap that are in use behind a collection, and the nodes of its document. */
export async function heapOf(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  // What only finalizers held is free behind the second.
  for (let turn = 0; turn < 2; turn++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize: bytes } = await session.send("Runtime.getHeapUsage");
  const { nodes } = await session.send("Memory.getDOMCounters");
  return { bytes, nodes };
}

/**
 * Milliseconds of the processor that this browser takes, here and now, for a frame in which a plain table gets other
 * rows: 40 of 8 cells. Bounds of work are multiples of it, so that they hold on a machine that is slow or shared.
 */
export async function plainFrameOf(page: Page): Promise<number> {
  const FRAMES = 60;
  const work = await openWork(page);
  const before = await work();
  await page.evaluate(`new Promise((resolve) => {
    const body = document.createElement("tbody");
    const table = document.createElement("table");
    table.append(body);
    document.body.append(table);
    let frame = 0;
    const step = () => {
      if (frame++ === ${FRAMES}) { table.remove(); resolve(); return; }
      body.replaceChildren(...Array.from({ length: 40 }, (_, row) => {
        const line = document.createElement("tr");
        for (let cell = 0; cell < 8; cell++) {
          line.append(Object.assign(document.createElement("td"), { textContent: String(frame * row + cell) }));
        }
        return line;
      }));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  return (1000 * ((await work()) - before)) / FRAMES;
}

/** Work of a page's main thread, in milliseconds of the processor. */
export interface TaskWork {
  readonly all: number;
  /** The longest task: as long as that, the page answers nobody. */
  readonly longest: number;
}

/** The work of the page's main thread during an act, whatever else the machine does meanwhile. */
export async function tasksDuring(page: Page, act: () => Promise<unknown>): Promise<TaskWork> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser of its own to trace.");
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  await act();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const isOf = (event: TraceEvent, other: TraceEvent): boolean =>
    event.pid === other.pid && event.tid === other.tid;
  const threads = trace.traceEvents.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const tasks = trace.traceEvents
    .filter((event) => event.name === "RunTask" && threads.some((thread) => isOf(event, thread)))
    .map(({ tdur = 0 }) => tdur / 1000);
  return { all: tasks.reduce((sum, task) => sum + task, 0), longest: Math.max(...tasks) };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the processor. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/**
 * Scrolls the box of a selector so that every frame has other rows: in small steps at first, then in jumps through the
 * whole of it.
 */
export async function scrollThrough(page: Page, selector: string, frames: number): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const box = document.querySelector(${JSON.stringify(selector)});
    if (box.scrollHeight <= box.clientHeight) reject(new Error("There is nothing to scroll."));
    let frame = 0;
    const step = () => {
      const part = frame < ${frames} / 2 ? frame / 1000 : (frame * 0.37) % 1;
      box.scrollTop = part * box.scrollHeight;
      if (frame++ < ${frames}) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  })`);
}

/** Milliseconds of the processor that this process takes for one call of `ask`: the least of 5 rounds. */
export async function answerWorkOf(ask: () => Promise<unknown>): Promise<number> {
  const CALLS = 20;
  const rounds: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call++) await ask();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 1000 / CALLS);
  }
  return Math.min(...rounds);
}
