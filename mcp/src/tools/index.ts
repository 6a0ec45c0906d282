import type { Tool } from '../tool.ts';
import { analyticsTools } from './analytics.ts';
import { audienceTools } from './audience.ts';
import { changelogTools } from './changelog.ts';
import { feedbackTools } from './feedback.ts';
import { helpTools } from './help.ts';
import { projectTools } from './projects.ts';

/** All tools, in the order of the documentation. */
export const TOOLS: Tool[] = [
  ...projectTools,
  ...feedbackTools,
  ...changelogTools,
  ...helpTools,
  ...analyticsTools,
  ...audienceTools,
];
