import * as contract from '@earshot/contract/services/feedback/imports';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { batchRoute } from '../../../instance/imports/batch-routes.ts';
import type { Importer } from '../../../instance/imports/importer.ts';
import type { DomainEvents } from '../../../platform/jobs/events.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { tag } from '../route-options.ts';
import { createCommentImporter } from './comments.ts';
import { createEntryImporter } from './entries.ts';
import { voteImporter } from './votes.ts';

/** Returns the importers of feedback: entries, then comments and votes on them. */
export const createFeedbackImporters = (events: DomainEvents): [feedback: Importer, comments: Importer, votes: Importer] => [
  createEntryImporter(events),
  createCommentImporter(events),
  voteImporter,
];

/** Registers the operations that store up to 1,000 entries, comments or votes. */
export const importRoutes: FastifyPluginAsyncTypebox<{ db: Db; events: DomainEvents }> = async (app, { db, events }) => {
  const [feedback, comments, votes] = createFeedbackImporters(events);
  const shared = { db, tag, scope: 'feedback:write' as const };
  await app.register(batchRoute, {
    batch: {
      ...shared,
      importer: feedback,
      path: '/batch',
      id: 'importFeedback',
      summary: 'Import feedback entries',
      description:
        'Stores up to 1,000 entries with their submitters, dates, statuses and merges. Absent fields keep their values when an entry is updated. An entry may be merged into another one of the same batch.',
      body: contract.ImportFeedback,
    },
  });
  await app.register(batchRoute, {
    batch: {
      ...shared,
      importer: comments,
      path: '/comments/batch',
      id: 'importComments',
      summary: 'Import comments',
      description:
        'Stores up to 1,000 comments, notes and private answers with their authors and dates. Comments on merged entries are added to the merge target.',
      body: contract.ImportComments,
    },
  });
  await app.register(batchRoute, {
    batch: {
      ...shared,
      importer: votes,
      path: '/votes/batch',
      id: 'importVotes',
      summary: 'Import votes',
      description:
        'Stores up to 1,000 votes with their voters and dates. A person has one vote per entry, which is updated when it is sent again. Votes on merged entries count on the merge target.',
      body: contract.ImportVotes,
    },
  });
};
