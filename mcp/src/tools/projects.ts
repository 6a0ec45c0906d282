import { NOTIFICATION_NAMES, NotificationPreferences } from '@earshot/contract/instance/notifications';
import { Project } from '@earshot/contract/instance/projects';
import { Id, Nullable, OneOf, PageNumber } from '@earshot/contract/shared/common';
import { NOTIFICATION_PREFERENCES } from '@earshot/contract/shared/notifications';
import { Type } from 'typebox';
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
      'Changes when the user is mailed about a kind of event, or limits feedback to people in a segment. Returns all preferences.',
    effect: 'change',
    scopes: ['notifications:write'],
    input: {
      ...onProject,
      kind: Type.Optional(OneOf(NOTIFICATION_NAMES)),
      preference: Type.Optional(OneOf(NOTIFICATION_PREFERENCES)),
      segment_id: Type.Optional(Nullable(Id('psg', 'Id from list_people_segments; null for everyone'))),
    },
    output: NotificationPreferences.properties,
    run: async (api, { project_id, kind, preference, segment_id }) =>
      await api('PATCH /v1/notifications/preferences', {
        query: { project_id },
        body: { ...(kind && { [kind]: preference }), ...(segment_id !== undefined && { segment_id }) },
      }),
  }),
];
