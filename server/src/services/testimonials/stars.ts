import { type Html, html } from '../../platform/html/html.ts';

const MAX_STARS = 5;
const PATH = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';
const SIZE_PX = 20;

/** Renders a rating as characters. */
export const renderStars = (rating: number) =>
  html`<div class="stars" role="img" aria-label="${rating} of 5 stars">${'★'.repeat(rating)}${'☆'.repeat(MAX_STARS - rating)}</div>`;

/** Renders the average rating, with partly filled stars, and the number of testimonials. */
export function renderAverage({ average, count }: { average: number; count: number }): Html {
  const width = MAX_STARS * SIZE_PX;
  const row = Array.from({ length: MAX_STARS }, (_, at) => html`<path transform="translate(${at * SIZE_PX})" d="${PATH}"/>`);
  const filled = Math.round((average / MAX_STARS) * width);
  return html`<p class="average"><svg width="${width}" height="${SIZE_PX}" viewBox="0 0 ${width} ${SIZE_PX}" fill="currentColor" aria-hidden="true"><g class="unrated">${row}</g><svg width="${filled}" height="${SIZE_PX}">${row}</svg></svg><strong>${average}</strong><span>out of 5 stars, ${count === 1 ? '1 testimonial' : `${count.toLocaleString('en')} testimonials`}</span></p>`;
}

/** Field for a rating: one radio button per star. */
export const RATING_FIELD = html`<fieldset><legend>Your rating</legend><div class="rate">${Array.from(
  { length: MAX_STARS },
  (_, at) =>
    html`<label><input type="radio" name="rating" value="${at + 1}" required><span aria-hidden="true"></span><span class="unseen">${at === 0 ? '1 star' : `${at + 1} stars`}</span></label>`,
)}</div></fieldset>`;
