/** Deployments, transactions and usage: what the permissions guard. */

import * as z from "zod";

import * as q from "../query/codecs.ts";
import { Count, Cursor, line, RecordStatus, Text, Timestamp } from "./fields.ts";

export const RecordQuery = z.object({
  limit: q.integer({ min: 1, max: 100 }).default(20),
  cursor: Cursor.optional(),
});

export const NewDeployment = z.object({
  name: line(1, 200),
  chains: z.array(line(1, 64)).min(1).max(32),
});

export const Deployment = z.object({
  id: Text,
  name: Text,
  chains: z.array(Text),
  status: RecordStatus,
  createdAt: Timestamp,
});
export type Deployment = z.infer<typeof Deployment>;

export const NewTransaction = z.object({
  deploymentId: line(1, 100),
  chain: line(1, 64),
  hash: line(1, 256),
});

export const Transaction = z.object({
  hash: Text,
  chain: Text,
  deploymentId: Text,
  status: RecordStatus,
  createdAt: Timestamp,
});
export type Transaction = z.infer<typeof Transaction>;

export const StatusChange = z.object({ status: RecordStatus });

export const Usage = z.object({
  period: z.object({ from: Timestamp, to: Timestamp }),
  apiKeys: Count,
  sessions: Count,
  deployments: Count,
  transactions: Count,
});
