import { NotificationPreferences, UpdateNotificationPreferences } from '@earshot/contract/instance/notifications';
import { Project } from '@earshot/contract/instance/projects';
import { PageNumber } from '@earshot/contract/shared/common';
import { createView, listOutput } from '../output.ts';
import { listResult } from '../results.ts';
import { defineTool, onProject } from '../tool.ts';

const project = createView(Project, 'id', 'name', 'slug', 'role');

export const projectTools = [
  defineTool({
    name: 'list_projects',
    title: 'List projects',
    description: 'Lists the projects of the user, with the ids and slugs that other tools accept.',
    effect: 'read',
    scopes: ['projects:read'],
    input: PageNumber,
    output: listOutput(project.properties),
    run: async (api, query) => listResult(await api('GET /v1/projects', { query }), project.select),
  }),
  defineTool({
    name: 'set_notifications',
    title: 'Change own notifications',
    description:
      'Changes which emails the user receives about a project, and limits feedback to people in a segment (list_people_segments). Returns all preferences, also without changes.',
    effect: 'change',
    scopes: ['notifications:read', 'notifications:write'],
    input: { ...onProject, ...UpdateNotificationPreferences.properties },
    output: NotificationPreferences.properties,
    run: async (api, { project_id, ...body }) =>
      Object.keys(body).length
        ? await api('PATCH /v1/notifications/preferences', { query: { project_id }, body })
        : await api('GET /v1/notifications/preferences', { query: { project_id } }),
  }),
];
