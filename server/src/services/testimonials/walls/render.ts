import type { Language } from '@earshot/contract/shared/languages';
import { findInitial } from '@earshot/contract/shared/text';
import { parseVideo } from '@earshot/contract/services/testimonials/videos';
import { DEFAULT_WALL_STYLE, type WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { type Html, html } from '../../../platform/html/html.ts';
import { nameSection } from '../../../instance/projects/site.ts';
import { renderTime, type Site } from '../../../platform/html/site.ts';
import { testimonialTexts } from '../texts/texts.ts';
import { renderStars } from '../stars.ts';
import type { Testimonial } from '../store.ts';

/** Renders a wall of testimonials. Its style sheet is `renderWallCss()`. A carousel scrolls by keyboard once it has the focus. */
export const renderWall = ({ language }: Pick<Site, 'language'>, testimonials: Testimonial[], style: WallStyle): Html =>
  html`<ul class="wall"${style.layout === 'carousel' && html` tabindex="0" aria-label="${nameSection('testimonials', language)}"`}>${testimonials.map((testimonial) => html`<li>${renderCard({ language }, testimonial, style)}</li>`)}</ul>`;

/** Renders a testimonial. */
export function renderCard(
  { language }: Pick<Site, 'language'>,
  testimonial: Testimonial,
  style: WallStyle = DEFAULT_WALL_STYLE,
): Html {
  const { incentive, affiliated } = testimonialTexts(language);
  const disclosures = { none: '', incentive, affiliated };
  const about = style.show_company
    ? [testimonial.author_title, testimonial.author_company].filter((part) => part !== null).join(', ')
    : '';
  const { author_name: name, source_url: url, disclosure } = testimonial;
  const author = url ? html`<a href="${url}" rel="noopener nofollow ugc">${name}</a>` : name;
  const facts = html`${about && html`<span dir="auto">${about}</span>`}${style.show_date && renderTime({ language }, testimonial.created_at)}${disclosures[disclosure] ? html`<span class="badge">${disclosures[disclosure]}</span>` : ''}`;
  return html`<figure class="card">${renderVideo(language, testimonial)}${style.show_rating && renderStars(language, testimonial.rating)}<blockquote class="quote" dir="auto">${testimonial.content}</blockquote>
<figcaption class="author">${style.show_avatar && renderAvatar(testimonial)}<div><strong dir="auto">${author}</strong><div class="meta">${facts}</div></div></figcaption></figure>`;
}

/** Renders a poster that leads to the video. A script replaces it by the player, so that nothing of the host loads before. */
function renderVideo(language: Language, { video_url: url, image_url: image, author_name: name }: Testimonial): Html | string {
  const video = url === null ? undefined : parseVideo(url);
  if (!video) return '';
  return html`<a class="video" href="${video.url}" data-player="${video.playerUrl}" target="_blank" rel="noopener nofollow" aria-label="${testimonialTexts(language).playVideo(name, video.host)}">${image && html`<img src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer">`}<span>▶ ${video.host}</span></a>`;
}

/** Renders the photo of the author, or an initial. */
const renderAvatar = ({ author_avatar_url: url, author_name: name }: Testimonial) =>
  url
    ? html`<img class="avatar" src="${url}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
    : html`<span class="avatar" aria-hidden="true">${findInitial(name)}</span>`;
