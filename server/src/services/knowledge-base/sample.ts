import type { Filling } from '../../instance/demo/filling.ts';
import texts from './sample.json' with { type: 'json' };

/** Articles by collection. */
const collections = texts.collections as unknown as Record<string, [title: string, introduction: string, steps: string[]][]>;
const descriptions: Record<string, string> = texts.descriptions;
const ROUNDS_OF_SEARCHES = 3;

/** Creates a collection of articles per index, one of them with a translation, and searches them, so that insights have content. */
export async function fillHelp({ random, team, asPerson, people, configure }: Filling): Promise<void> {
  // Readers see them once the instance has a language model.
  await configure({ knowledge_base: { answers: true } });
  const articlePaths: { id: string; document_id: string }[] = [];
  for (const [order, [name, articles]] of Object.entries(collections).entries()) {
    const { id } = await team('POST /v1/indexes', {
      body: {
        name,
        description: descriptions[name] ?? '',
        language: 'en',
        external_id: toSlug(name),
        synonyms: [
          ['invoice', 'bill'],
          ['sign in', 'login'],
        ],
      },
    });
    // In the order of the file, which begins with the first steps.
    await team('PATCH /v1/indexes/{id}', { path: { id }, body: { position: order } });
    const { results } = await team('POST /v1/indexes/{id}/documents/batch', {
      path: { id },
      body: {
        documents: articles.map(([title, introduction, steps], position) => ({
          title,
          position,
          content: [
            introduction,
            '## Steps',
            steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
            '## If it does not work',
            'Reload the page first. Then check your role: some actions require the permission of a manager. Our support replies within a day.',
            ...(position % 3 === 0 ? ['> [!NOTE]\n> Changes are recorded in the log of your account.'] : []),
          ].join('\n\n'),
          external_id: `${toSlug(name)}/${toSlug(title)}`,
        })),
      },
    });
    for (const { document } of results) if (document) articlePaths.push({ id, document_id: document.id });
  }
  for (let round = 0; round < ROUNDS_OF_SEARCHES; round++)
    for (const query of texts.searches) {
      const send = asPerson(random.pick(people));
      const { query_id, results } = await send('POST /v1/indexes/search', { body: { query } });
      const [first] = results;
      if (!first || random.happens(0.4)) continue;
      const path = { id: first.index_id, query_id };
      await send('POST /v1/indexes/{id}/search/{query_id}/click', { path, body: { document_id: first.document_id } });
      if (random.happens(0.4))
        await send('POST /v1/indexes/{id}/search/{query_id}/helpful', {
          path,
          body: { document_id: first.document_id, helpful: random.happens(0.8) },
        });
    }
  for (const path of articlePaths)
    for (let ratings = random.integer(0, 5); ratings > 0; ratings--)
      await asPerson(random.pick(people))('POST /v1/indexes/{id}/documents/{document_id}/rating', {
        path,
        body: { helpful: random.happens(0.8) },
      });
  const [first] = articlePaths;
  if (first) {
    await team('POST /v1/indexes/{id}/documents', { path: { id: first.id }, body: { ...texts.draft, status: 'draft' } });
    // A former slug, and changes that are not public yet.
    const update = 'PATCH /v1/indexes/{id}/documents/{document_id}';
    const { title } = await team(update, { path: first, body: { slug: texts.slug } });
    await team(update, { path: first, body: { pending_changes: { title, content: texts.pending } } });
    const { collection, ...article } = texts.translation;
    const german = await team('POST /v1/indexes', {
      body: { name: collection, language: 'de', external_id: toSlug(collection) },
    });
    await team('POST /v1/indexes/{id}/documents', {
      path: { id: german.id },
      body: { ...article, translation_of: first.document_id },
    });
  }
}

const toSlug = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
