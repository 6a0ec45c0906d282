import { findInitial } from '@earshot/contract/shared/text';
import { parseVideo } from '@earshot/contract/services/testimonials/videos';
import { DEFAULT_WALL_STYLE, type WallStyle } from '@earshot/contract/services/testimonials/wall-style';
import { type Html, html } from '../../../platform/html/html.ts';
import { renderTime } from '../../../platform/html/site.ts';
import { renderStars } from '../stars.ts';
import type { Testimonial } from '../store.ts';

const DISCLOSED = { none: '', incentive: 'Incentivized', affiliated: 'Affiliated' };

/** Renders a wall of testimonials. Its style sheet is `renderWallCss()`. A carousel scrolls by keyboard once it has the focus. */
export const renderWall = (testimonials: Testimonial[], style: WallStyle): Html =>
  html`<ul class="wall"${style.layout === 'carousel' && html` tabindex="0" aria-label="Testimonials"`}>${testimonials.map((testimonial) => html`<li>${renderCard(testimonial, style)}</li>`)}</ul>`;

/** Renders a testimonial. */
export function renderCard(testimonial: Testimonial, style: WallStyle = DEFAULT_WALL_STYLE): Html {
  const about = style.show_company
    ? [testimonial.author_title, testimonial.author_company].filter((part) => part !== null).join(', ')
    : '';
  const { author_name: name, source_url: url, disclosure } = testimonial;
  const author = url ? html`<a href="${url}" rel="noopener nofollow ugc">${name}</a>` : name;
  const facts = html`${about && html`<span>${about}</span>`}${style.show_date && renderTime(testimonial.created_at)}${DISCLOSED[disclosure] ? html`<span class="badge">${DISCLOSED[disclosure]}</span>` : ''}`;
  return html`<figure class="card">${renderVideo(testimonial)}${style.show_rating && renderStars(testimonial.rating)}<blockquote class="quote" dir="auto">${testimonial.content}</blockquote>
<figcaption class="author">${style.show_avatar && renderAvatar(testimonial)}<div><strong dir="auto">${author}</strong><div class="meta">${facts}</div></div></figcaption></figure>`;
}

/** Renders a poster that leads to the video. A script replaces it by the player, so that nothing of the host loads before. */
function renderVideo({ video_url: url, image_url: image, author_name: name }: Testimonial): Html | string {
  const video = url === null ? undefined : parseVideo(url);
  if (!video) return '';
  return html`<a class="video" href="${video.url}" data-player="${video.playerUrl}" target="_blank" rel="noopener nofollow" aria-label="Play the video of ${name} on ${video.host}">${image && html`<img src="${image}" alt="" loading="lazy" referrerpolicy="no-referrer">`}<span>▶ ${video.host}</span></a>`;
}

/** Renders the photo of the author, or an initial. */
const renderAvatar = ({ author_avatar_url: url, author_name: name }: Testimonial) =>
  url
    ? html`<img class="avatar" src="${url}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
    : html`<span class="avatar" aria-hidden="true">${findInitial(name)}</span>`;
