import { Project } from '@earshot/contract/instance/projects';
import { PageNumber } from '@earshot/contract/shared/common';
import { createView, listOutput } from '../output.ts';
import { listResult } from '../results.ts';
import { defineTool } from '../tool.ts';

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
];
