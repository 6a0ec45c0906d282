import type { Language } from '@earshot/contract/shared/languages';
import { type Html, html } from '../../platform/html/html.ts';
import { formatNumber } from '../../platform/i18n/texts.ts';
import { testimonialTexts } from './texts/texts.ts';

const MAX_STARS = 5;
const PATH = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';
const SIZE_PX = 20;

/** Renders a rating as characters. */
export const renderStars = (language: Language, rating: number) =>
  html`<div class="stars" role="img" aria-label="${testimonialTexts(language).stars(rating)}">${'★'.repeat(rating)}${'☆'.repeat(MAX_STARS - rating)}</div>`;

/** Renders the average rating, with partly filled stars, and the number of testimonials. */
export function renderAverage(language: Language, { average, count }: { average: number; count: number }): Html {
  const width = MAX_STARS * SIZE_PX;
  const row = Array.from({ length: MAX_STARS }, (_, at) => html`<path transform="translate(${at * SIZE_PX})" d="${PATH}"/>`);
  const filled = Math.round((average / MAX_STARS) * width);
  return html`<p class="average"><svg width="${width}" height="${SIZE_PX}" viewBox="0 0 ${width} ${SIZE_PX}" fill="currentColor" aria-hidden="true"><g class="unrated">${row}</g><svg width="${filled}" height="${SIZE_PX}">${row}</svg></svg><strong>${formatNumber(average, language)}</strong><span>${testimonialTexts(language).outOfFive(count)}</span></p>`;
}

/** Renders the field for a rating: one radio button per star. */
export function renderRatingField(language: Language): Html {
  const t = testimonialTexts(language);
  return html`<fieldset><legend>${t.yourRating}</legend><div class="rate">${Array.from(
    { length: MAX_STARS },
    (_, at) =>
      html`<label><input type="radio" name="rating" value="${at + 1}" required><span aria-hidden="true"></span><span class="unseen">${t.starsOfField(at + 1)}</span></label>`,
  )}</div></fieldset>`;
}
