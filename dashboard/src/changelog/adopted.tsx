import { adoption as texts } from '#texts/outcomes/adoption';
import { Link } from '@tanstack/react-router';
import { useRead } from '../api.ts';
import { useProject } from '../projects/projects.ts';

/** Lines of a completed entry: how many of the people who asked use its releases. */
export default function Adopted({ id }: { id: string }) {
  const { slug } = useProject();
  const { data: releases } = useRead('GET /v1/outcomes/adoption', { query: { feedback_id: id } });
  const known = releases?.data.flatMap(({ id: release, title, identified, used: { count } }) =>
    identified === null || count === null ? [] : [{ release, title, line: texts.line(count, identified) }],
  );
  if (!known?.length) return undefined;
  return (
    <section>
      <h2>{texts.title}</h2>
      <ul className="plain-list">
        {known.map(({ release, title, line }) => (
          <li key={release}>
            {line}:{' '}
            <Link to="/projects/$slug/changelog/$id" params={{ slug, id: release }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
