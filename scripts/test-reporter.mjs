/**
 * A Vitest reporter that keeps a run for the summary: `{ passed, skipped, failures, broken, files }`, as JSON in
 * TEST_REPORT.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";

import { root } from "./workspace.mjs";

const LINES_OF_A_MESSAGE = 8;

export default class SummaryReporter {
  onTestRunEnd(modules, errorsOutside) {
    const broken = errorsOutside.map(told);
    const run = { passed: [], skipped: [], failures: [], broken, files: {} };
    for (const module of modules) note(module, run);
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(run));
  }
}

function note(module, run) {
  const file = relative(root, module.moduleId);
  const { collectDuration, duration } = module.diagnostic();
  run.files[file] = { loadSeconds: collectDuration / 1000, testSeconds: duration / 1000 };
  for (const test of module.children.allTests()) {
    const name = `${file} > ${test.fullName}`;
    const { state, errors = [] } = test.result();
    if (state === "passed") run.passed.push(name);
    else if (state === "failed") run.failures.push({ file, name, message: told(errors[0]) });
    else run.skipped.push(name);
  }
  // What no test carries: a file that does not load, a hook around several tests.
  const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
  for (const error of errors) run.broken.push(`${file}\n${told(error)}`);
}

const told = (error) =>
  String(error?.stack ?? error?.message ?? "no message")
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, LINES_OF_A_MESSAGE)
    .map((line) => `    ${line}`)
    .join("\n");
