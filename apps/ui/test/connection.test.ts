import { afterEach, expect, test, vi } from "vitest";

import { lostSince, startReconnecting, watchedFetch } from "../src/model/connection.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  lostSince.value = undefined;
});

test("an answer to a call from before the loss does not say that the server is back", async () => {
  const answers: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal("fetch", () => {
    const answer = Promise.withResolvers<Response>();
    answers.push(answer);
    return answer.promise;
  });
  const early = watchedFetch("/early");
  const failing = watchedFetch("/failing");
  answers[1]!.reject(new TypeError("fetch failed"));
  await expect(failing).rejects.toThrow("fetch failed");
  expect(lostSince.value).toBeTypeOf("number");
  answers[0]!.resolve(new Response());
  await early;
  expect(lostSince.value).toBeTypeOf("number");
  const later = watchedFetch("/later");
  answers[2]!.resolve(new Response());
  await later;
  expect(lostSince.value).toBeUndefined();
});

test("an aborted call says nothing about the server", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new DOMException("aborted", "AbortError")));
  await expect(watchedFetch("/slow")).rejects.toThrow("aborted");
  expect(lostSince.value).toBeUndefined();
});

test("a server that is silent is lost though nothing but its pulse is asked for, and back at its next answer", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  let isSilent = false;
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) =>
    isSilent
      ? new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        )
      : Promise.resolve(new Response()),
  );
  const onBack = vi.fn<() => void>();
  startReconnecting(onBack);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(lostSince.value).toBeUndefined();
  isSilent = true;
  await vi.advanceTimersByTimeAsync(22_000);
  expect(lostSince.value).toBeTypeOf("number");
  isSilent = false;
  await vi.advanceTimersByTimeAsync(14_000);
  expect(lostSince.value).toBeUndefined();
  expect(onBack).toHaveBeenCalledTimes(1);
});
