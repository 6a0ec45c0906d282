import { PageNumber } from '@earshot/contract/shared/common';
import { listResult, select } from '../results.ts';
import { defineTool } from '../tool.ts';

export const projectTools = [
  defineTool({
    name: 'list_projects',
    title: 'List projects',
    description: 'Lists the projects of the user, with the ids that other tools require.',
    effect: 'read',
    scopes: ['projects:read'],
    input: PageNumber,
    run: async (api, query) =>
      listResult(await api('GET /v1/projects', { query }), (project) => select(project, 'id', 'name', 'slug', 'role')),
  }),
];
