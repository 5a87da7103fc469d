import type { Meta, StoryObj } from "@storybook/react-vite";

import { DraftList } from "./draft-list.tsx";
import { authorsDrafts, startMock } from "./mock.ts";

const meta = {
  title: "DraftList",
  component: DraftList,
  loaders: [async () => ({ drafts: await authorsDrafts() })],
  render: (_, { loaded }) => <DraftList drafts={loaded["drafts"]} />,
} satisfies Meta;
export default meta;

export const InEachState: StoryObj = {};

export const OutOfOrder: StoryObj = {
  beforeEach: async () => {
    const mock = await startMock();
    mock.fault("listDrafts", { status: 503 });
  },
};
