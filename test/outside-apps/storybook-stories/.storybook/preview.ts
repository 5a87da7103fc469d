// Starts the mock before the first story.
import type { Preview } from "@storybook/react-vite";

import { startMock } from "../src/mock.ts";

export default {
  loaders: [
    async () => {
      await startMock();
    },
  ],
} satisfies Preview;
