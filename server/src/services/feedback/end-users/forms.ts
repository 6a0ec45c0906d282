import type { ProjectSettings } from '@earshot/contract/instance/projects';
import { renderFieldInputs } from '../../../instance/fields/forms.ts';
import { isForEveryone } from '../fields/fields.ts';
import type { EndUserSession } from '../../../instance/projects/caller.ts';
import { emailInput } from '../../../platform/html/email-input.ts';
import { type Html, html } from '../../../platform/html/html.ts';
import { type Site, TRAP } from '../../../platform/html/site.ts';

/** A person who is signed in on the page needs no fields for name and address. */
type Person = EndUserSession | null;

const FOLLOW = 'Email me when there is news';

const renderAuthor = ({ name }: EndUserSession) =>
  html`<p class="meta"><span>You post ${name ? html`as <strong dir="auto">${name}</strong>` : 'without a name'}.</span></p>`;

const renderFollowBox = (isFollowing: boolean) =>
  html`<label class="check"><input type="checkbox" name="follow"${isFollowing ? ' checked' : ''}><span>${FOLLOW}</span></label>`;

/** Renders the form for a new entry. It is hidden where scripts open the dialog of the widget instead. */
export const renderNewEntry = (person: Person, { follow_default: isFollowing, fields }: ProjectSettings['feedback']): Html =>
  html`<section class="form fallback" id="new"><h2>Give feedback</h2><form method="post">
<label for="title">Title</label><input id="title" dir="auto" name="title" maxlength="200" required>
<label for="kind">Type</label><select id="kind" name="type"><option value="feature">Feature request</option><option value="bug">Bug report</option><option value="feedback">Other</option></select>
<label for="description">Description (optional)</label><textarea id="description" dir="auto" name="description" maxlength="10000"></textarea>
${renderFieldInputs('fields', fields.filter(isForEveryone))}
${
  person
    ? html`${person.email && renderFollowBox(isFollowing)}${renderAuthor(person)}`
    : html`<label for="submitter_name">Name (optional, shown publicly)</label><input id="submitter_name" dir="auto" name="submitter_name" maxlength="100" autocomplete="name">
<label for="submitter_email">Email address (optional, not shown)</label><input id="submitter_email" name="submitter_email" ${emailInput}>
${renderFollowBox(isFollowing)}`
}
${TRAP}<button>Submit</button></form></section>`;

/** Renders the form for a comment. `path` is that of the entry. */
export const renderCommentForm = (path: string, person: Person): Html =>
  html`<form method="post" action="${path}/comments"><label for="body">Add a comment</label><textarea id="body" dir="auto" name="body" maxlength="10000" required></textarea>
${person ? renderAuthor(person) : html`<label for="author_name">Name (optional)</label><input id="author_name" dir="auto" name="author_name" maxlength="100" autocomplete="name">`}${TRAP}<button>Send</button></form>`;

/** Renders the form for following an entry. People without a confirmed address enter one. */
export const renderFollowForm = (path: string, person: Person): Html => {
  const field = person?.email
    ? html`<input type="hidden" name="email" value="${person.email}">`
    : html`<label for="email">Email address</label><input id="email" name="email" ${emailInput} required>`;
  return html`<section class="measure form"><h2>Follow this entry</h2><form method="post" action="${path}/subscribe">${field}<button class="quiet">${FOLLOW}</button></form></section>`;
};

/** Renders attributes of widgets: the page for signing in, and whether the visitor is signed in, so that widgets ask for the own vote. */
export const renderSignIn = ({ account, base }: Site): Html | undefined =>
  account && html` sign-in="${base}/sign-in"${account.isSignedIn ? ' signed-in' : ''}`;
