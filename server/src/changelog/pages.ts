import formbody from '@fastify/formbody';
import { SlugParams } from '@earshot/contract/common';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { escapeHtml } from '../html/escape.ts';
import { GONE, sendPage } from '../html/page.ts';
import { callerOf } from '../http/credentials.ts';
import { cleanForms } from '../http/text.ts';
import type { Mailing } from '../mail/compose.ts';
import { SENSITIVE } from '../http/throttle.ts';
import { isEmail, isSlug } from '../http/validation.ts';
import { brandOf, type Project } from '../projects/store.ts';
import { urlOf } from './links.ts';
import { subscribe } from './mails.ts';
import { type Entry, findEntry, listEntries } from './store.ts';

const ENTRIES = 20;
const pageQuery = Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) });

/** Where the changelog is read that has no page of the project's own: what mails and feeds lead to. */
export const changelogPages: FastifyPluginAsyncTypebox<Mailing> = async (app, mailing) => {
  const { db, publicUrl } = mailing;
  await app.register(formbody, cleanForms);
  const projectOf = (request: FastifyRequest) => callerOf(request).project as Project;
  const options = { config: { access: { by: 'slug' } as const } };
  const feedsOf = ({ slug }: Project) =>
    ['atom+xml', 'feed+json']
      .map((type) => {
        const format = type === 'atom+xml' ? 'atom' : 'json';
        return `<link rel="alternate" type="application/${type}" href="${publicUrl()}/v1/changelog/by-project/${slug}/feed.${format}">`;
      })
      .join('\n');

  app.get(
    '/p/:slug/changelog',
    { ...options, schema: { hide: true, params: SlugParams, querystring: pageQuery } },
    async (request, reply) => {
      const project = projectOf(request);
      const { page = 1 } = request.query;
      // One more than is shown tells whether there are older ones.
      const entries = await listEntries(
        db,
        project.id,
        { status: 'published' },
        { limit: ENTRIES + 1, offset: (page - 1) * ENTRIES },
      );
      const older = entries.length > ENTRIES ? `<p><a href="?page=${page + 1}">Older entries</a></p>` : '';
      return sendPage(reply, {
        brand: brandOf(project),
        title: 'What is new',
        text: entries.length ? `News of ${project.name}, the newest first.` : 'Nothing was published yet.',
        content: `${entries
          .slice(0, ENTRIES)
          .map(
            (entry) =>
              `<article><h2><a href="${escapeHtml(urlOf(project, publicUrl(), entry))}">${escapeHtml(entry.title)}</a></h2>${articleOf(entry)}</article>`,
          )
          .join('\n')}${older}${SUBSCRIBE}`,
        head: feedsOf(project),
        isPublic: true,
      });
    },
  );

  app.get(
    '/p/:slug/changelog/:entry',
    { ...options, schema: { hide: true, params: Type.Object({ ...SlugParams.properties, entry: Type.String() }) } },
    async (request, reply) => {
      const project = projectOf(request);
      const { entry: slug } = request.params;
      const entry = isSlug(slug) ? await findEntry(db, project.id, { slug }, { isPublic: true }) : undefined;
      if (!entry) return sendPage(reply.code(404), GONE);
      return sendPage(reply, {
        brand: brandOf(project),
        title: entry.title,
        text: '',
        content: `${articleOf(entry)}<p><a href="/p/${project.slug}/changelog">All that is new</a></p>`,
        head: feedsOf(project),
        isPublic: true,
      });
    },
  );

  app.post(
    '/p/:slug/changelog',
    {
      // It mails whoever is named.
      config: { ...options.config, ...SENSITIVE },
      schema: { hide: true, params: SlugParams, body: Type.Object({ email: Type.String({ maxLength: 254 }) }) },
    },
    async (request, reply) => {
      const project = projectOf(request);
      const brand = brandOf(project);
      if (!isEmail(request.body.email))
        return sendPage(reply.code(400), {
          brand,
          title: 'That is no address',
          text: 'It has to look like ada@example.com.',
          content: SUBSCRIBE,
        });
      await subscribe(mailing, project, request.body.email);
      return sendPage(reply, {
        brand,
        title: 'One step is left',
        text: 'Confirm your address by the link that we mailed you.',
      });
    },
  );
};

const articleOf = ({ type, version, tags, published_at, content_html }: Entry) => {
  const day = published_at?.toISOString().slice(0, 10) ?? '';
  const facts = [`<time datetime="${day}">${day}</time>`, type, ...(version ? [version] : []), ...tags];
  const [time, ...others] = facts;
  return `<p class="meta">${[time, ...others.map(escapeHtml)].join(' · ')}</p>${content_html}`;
};

const SUBSCRIBE = `<form method="post"><h2>Hear of it by mail</h2>
<label for="email">E-mail address</label><input id="email" name="email" type="email" maxlength="254" autocomplete="email" required>
<button>Subscribe</button></form>`;
