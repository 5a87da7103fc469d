/** The module of a process that needs a while before it serves. */

import { answerTasks, openProcessPort } from "../../src/threads/index.ts";

const START_MILLISECONDS = 2500;

Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, START_MILLISECONDS);
answerTasks({ double: (value: number) => 2 * value }, openProcessPort());
