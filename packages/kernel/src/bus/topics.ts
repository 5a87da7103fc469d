/** Broadcast inside one process: every event to whoever listens to its topic now. */

import { frozenJson } from "../json.ts";
import type { Subscription } from "../subscription.ts";
import type { FaultReporter } from "./fault.ts";

type Listener = (event: unknown) => unknown;

export class Topics {
  readonly #report: FaultReporter;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(report: FaultReporter) {
    this.#report = report;
  }

  publish(topic: string, event: unknown): void {
    const copy = frozenJson(event ?? null);
    const listeners = this.#listeners.get(topic);
    if (listeners === undefined) return;
    const now = [...listeners];
    queueMicrotask(() => {
      for (const listener of now) {
        if (listeners.has(listener)) this.#tell(topic, listener, copy);
      }
    });
  }

  subscribe(topic: string, listener: Listener): Subscription {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    // A wrapper of its own, so that one function may listen twice.
    const own: Listener = (event) => listener(event);
    listeners.add(own);
    const stop = (): Promise<void> => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) {
        this.#listeners.delete(topic);
      }
      return Promise.resolve();
    };
    return { stop };
  }

  close(): void {
    for (const listeners of this.#listeners.values()) listeners.clear();
    this.#listeners.clear();
  }

  #tell(topic: string, listener: Listener, event: unknown): void {
    const onError = (error: unknown): void =>
      this.#report({ where: "listener", name: topic, error });
    try {
      const result = listener(event);
      // An async listener is not waited for, but its fault is not lost either.
      if (result instanceof Promise) result.catch(onError);
    } catch (error) {
      onError(error);
    }
  }
}
