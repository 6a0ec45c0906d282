import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { renderFieldInputs } from '../../../instance/fields/forms.ts';
import { isForEveryone } from '../fields/fields.ts';
import type { EndUserSession } from '../../../instance/projects/caller.ts';
import { emailInput } from '../../../platform/html/email-input.ts';
import { fillHtml, type Html, html } from '../../../platform/html/html.ts';
import { renderTrap, type Site } from '../../../platform/html/site.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { feedbackTexts } from '../texts/texts.ts';

/** A person who is signed in on the page needs no fields for name and address. */
type Person = EndUserSession | null;

const renderAuthor = ({ language }: Site, { name }: EndUserSession) => {
  const t = feedbackTexts(language);
  return html`<p class="meta"><span>${name ? fillHtml(t.postAs, { name: html`<strong dir="auto">${name}</strong>` }) : t.postAnonymously}</span></p>`;
};

const renderFollowBox = ({ language }: Site, isFollowing: boolean) =>
  html`<label class="check"><input type="checkbox" name="follow"${isFollowing ? ' checked' : ''}><span>${feedbackTexts(language).follow}</span></label>`;

/** Renders the form for a new entry. It is hidden where scripts open the dialog of the widget instead. */
export function renderNewEntry(
  site: Site,
  person: Person,
  { follow_default: isFollowing, fields }: ProjectSettings['feedback'],
): Html {
  const t = feedbackTexts(site.language);
  const common = commonTexts(site.language);
  return html`<section class="form fallback" id="new"><h2>${t.give}</h2><form method="post">
<label for="title">${t.title}</label><input id="title" dir="auto" name="title" maxlength="200" required>
<label for="kind">${t.type}</label><select id="kind" name="type"><option value="feature">${t.types.feature}</option><option value="bug">${t.types.bug}</option><option value="feedback">${t.otherType}</option></select>
<label for="description">${common.optional(t.description)}</label><textarea id="description" dir="auto" name="description" maxlength="10000"></textarea>
${renderFieldInputs(site, 'fields', fields.filter(isForEveryone))}
${
  person
    ? html`${person.email && renderFollowBox(site, isFollowing)}${renderAuthor(site, person)}`
    : html`<label for="submitter_name">${t.nameHint}</label><input id="submitter_name" dir="auto" name="submitter_name" maxlength="100" autocomplete="name">
<label for="submitter_email">${t.emailHint}</label><input id="submitter_email" name="submitter_email" ${emailInput}>
${renderFollowBox(site, isFollowing)}`
}
${renderTrap(site)}<button>${t.submit}</button></form></section>`;
}

/** Renders the form for a comment. `path` is that of the entry. */
export function renderCommentForm(site: Site, path: string, person: Person): Html {
  const t = feedbackTexts(site.language);
  const common = commonTexts(site.language);
  return html`<form method="post" action="${path}/comments"><label for="body">${t.addComment}</label><textarea id="body" dir="auto" name="body" maxlength="10000" required></textarea>
${person ? renderAuthor(site, person) : html`<label for="author_name">${common.optional(common.name)}</label><input id="author_name" dir="auto" name="author_name" maxlength="100" autocomplete="name">`}${renderTrap(site)}<button>${t.send}</button></form>`;
}

/** Renders the form for following an entry. People without a confirmed address enter one. */
export const renderFollowForm = ({ language }: Site, path: string, person: Person): Html => {
  const t = feedbackTexts(language);
  const field = person?.email
    ? html`<input type="hidden" name="email" value="${person.email}">`
    : html`<label for="email">${commonTexts(language).email}</label><input id="email" name="email" ${emailInput} required>`;
  return html`<section class="measure form"><h2>${t.followEntry}</h2><form method="post" action="${path}/subscribe">${field}<button class="quiet">${t.follow}</button></form></section>`;
};

/** Renders attributes of widgets: the page for signing in, and whether the visitor is signed in, so that widgets ask for the own vote. */
export const renderSignIn = ({ account, base }: Site): Html | undefined =>
  account && html` sign-in="${base}/sign-in"${account.isSignedIn ? ' signed-in' : ''}`;
