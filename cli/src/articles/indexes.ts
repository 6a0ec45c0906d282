import type { Earshot, KnowledgeIndex } from '@earshot/sdk';
import { CliError, UsageError } from '../errors.ts';
import { choose } from '../prompts.ts';

/**
 * Returns an index by id, external id or name. Without a name, returns the only index, or lets the user choose.
 * @throws {UsageError} when the index is not found, or nobody can be asked
 */
export async function findIndex({ indexes }: Earshot, named: string | undefined): Promise<KnowledgeIndex> {
  const { data } = await indexes.list({ limit: 100 });
  if (!data.length)
    throw new CliError('The project has no collection. Create one with `earshot api POST /v1/indexes -f name=Help`.');
  if (named !== undefined) {
    const found = [
      data.find(({ id }) => id === named),
      data.find(({ external_id: externalId }) => externalId === named),
      data.find(({ name }) => name === named),
    ].find(Boolean);
    if (!found)
      throw new UsageError(`Collection ${named} not found. The project has: ${data.map(({ name }) => name).join(', ')}`);
    return found;
  }
  const id =
    data.length === 1
      ? data[0]?.id
      : await choose(
          'Collection',
          data.map(({ id: value, name, document_count: documents }) => ({ value, label: name, hint: `${documents} articles` })),
          `Several collections exist. Pass --index: ${data.map(({ name }) => name).join(', ')}`,
        );
  return data.find((index) => index.id === id) as KnowledgeIndex;
}
