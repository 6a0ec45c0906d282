import type { WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { buildSiteUrl } from '../../../instance/projects/site.ts';
import type { Project } from '../../../instance/projects/store.ts';
import { HttpError } from '../../../platform/api/errors.ts';
import { formatId } from '../../../platform/ids.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { buildSummary } from '../projections.ts';
import { countRatings } from '../store.ts';
import { type Collection, type CollectionFigures, hasCollection, listCollections } from './store.ts';

type ProjectOfWall = Pick<Project, 'id' | 'slug' | 'served_domain' | 'settings'>;

/** Returns the mean rating with two decimals. */
const computeAverage = ({ count, stars }: CollectionFigures) => (count ? Math.round((stars / count) * 100) / 100 : null);

const toWallUrl = (project: ProjectOfWall, publicUrl: string, slug?: string) =>
  `${buildSiteUrl(project, publicUrl)}/testimonials${slug === undefined ? '' : `/${slug}`}`;

/** Projection of a collection. */
export const toCollection = (
  { id, slug, name, style, count, stars, created_at, updated_at }: Collection & CollectionFigures,
  project: ProjectOfWall,
  publicUrl: string,
) => ({
  id: formatId('tcl', id),
  project_id: formatId('prj', project.id),
  slug,
  name,
  style,
  count,
  average_rating: computeAverage({ count, stars }),
  url: toWallUrl(project, publicUrl, slug),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

/** Wall of all approved testimonials, or of those of a collection. */
interface Wall {
  name: string | null;
  style: WallStyle;
  count: number;
  average_rating: number | null;
  url: string;
}

/** @throws {HttpError} 404 for an unknown collection */
export async function getWall(db: Db, project: ProjectOfWall, publicUrl: string, slug?: string): Promise<Wall> {
  const { wall: style } = project.settings.testimonials;
  if (slug === undefined) {
    const { count, average_rating } = buildSummary(await countRatings(db, project.id, 'approved'));
    return { name: null, style, count, average_rating, url: toWallUrl(project, publicUrl) };
  }
  const [collection] = await listCollections(db, project.id, { slug });
  if (!collection) throw new HttpError('testimonial_collections.not_found');
  const { name, count } = collection;
  return {
    name,
    style: { ...style, ...collection.style },
    count,
    average_rating: computeAverage(collection),
    url: toWallUrl(project, publicUrl, slug),
  };
}

/** @throws {HttpError} 404 for an unknown collection */
export async function requireCollection(db: Db, projectId: string, slug: string | undefined): Promise<void> {
  if (slug !== undefined && !(await hasCollection(db, projectId, slug))) throw new HttpError('testimonial_collections.not_found');
}
