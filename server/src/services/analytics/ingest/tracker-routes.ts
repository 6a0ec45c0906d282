import * as contract from '@earshot/contract/services/analytics/schemas';
import { Ref } from '@earshot/contract/shared/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { STANDARD_PATHS } from '../../../platform/config/config.ts';
import { projectQuery } from '../../../platform/api/credentials.ts';
import { operation } from '../../../platform/api/operation.ts';
import { projectOf } from '../../../instance/projects/caller.ts';

interface TrackerOptions {
  publicUrl: () => string;
  /** Configured paths of the tracker script and of the intake. */
  paths: { script: string; intake: string };
}

export const trackerRoutes: FastifyPluginAsyncTypebox<TrackerOptions> = async (app, { publicUrl, paths }) => {
  app.get(
    '/tracker',
    operation({
      id: 'getTracker',
      summary: 'Get the tracker',
      description:
        'Returns the URL of the tracker script, the URL of the intake if it is not the standard one, and the tag for the pages of a website. The names depend on `EARSHOT_SCRIPT_PATH` and `EARSHOT_INTAKE_PATH` of the instance.',
      tag: 'Analytics',
      access: { by: 'either', role: 'viewer' },
      scopes: ['analytics:read'],
      query: Type.Object(projectQuery),
      returns: Ref(contract.Tracker),
    }),
    (request) => {
      const { api_key: key } = projectOf(request);
      const scriptUrl = publicUrl() + paths.script;
      const intakeUrl = paths.intake === STANDARD_PATHS.intake ? null : publicUrl() + paths.intake;
      const attributes = `data-key="${key}"${intakeUrl === null ? '' : ` data-api="${intakeUrl}"`}`;
      return {
        script_url: scriptUrl,
        intake_url: intakeUrl,
        html: `<script defer src="${scriptUrl}" ${attributes}></script>`,
      };
    },
  );
};
