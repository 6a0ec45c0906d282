import { linkAction } from '../../../instance/mail/link-actions.ts';
import { signLink } from '../../../instance/mail/links.ts';
import { findBrand } from '../../../instance/projects/store.ts';
import { type Db, transact } from '../../../platform/postgres/database.ts';
import { commonTexts } from '../../../platform/html/texts/texts.ts';
import { feedbackTexts } from '../texts/texts.ts';
import { deleteSubscriptions, type IsSubscribed, optOut } from '../subscriptions/subscribers-store.ts';

const UNSUBSCRIBE = 'feedback.unsubscribe';
const UNSUBSCRIBE_ALL = 'feedback.unsubscribe_all';

/** Payload of an unsubscribe link. */
interface SubscriptionLink {
  project_id: string;
  entry_ids: string[];
  email: string;
}

/** Payload of a link that ends all mails about feedback. */
type AddressLink = Omit<SubscriptionLink, 'entry_ids'>;

/** Return the path of a link. */
export const signUnsubscribe = (secret: Buffer, link: SubscriptionLink): string =>
  `/v1/feedback/unsubscribe?token=${signLink(secret, UNSUBSCRIBE, link)}`;
export const signUnsubscribeAll = (secret: Buffer, link: AddressLink): string =>
  `/v1/feedback/unsubscribe-all?token=${signLink(secret, UNSUBSCRIBE_ALL, link)}`;

/** The actions of the unsubscribe links. */
export const unsubscribeLinks = (deps: Deps) => [unsubscribeLink(deps), unsubscribeAllLink(deps)];

interface Deps {
  db: Db;
  isSubscribed: IsSubscribed;
}

const unsubscribeLink = ({ db, isSubscribed }: Deps) =>
  linkAction<SubscriptionLink>({
    path: '/unsubscribe',
    id: 'unsubscribeFromFeedback',
    summary: 'Unsubscribe from feedback entries',
    description:
      'For the link in emails and for the one-click unsubscribe of mail programs (RFC 8058): its `token` is the only credential. Ends the subscriptions to the entries of the email. Unsubscribing again has no effect.',
    tag: 'Feedback',
    purpose: UNSUBSCRIBE,
    ask: async ({ project_id }, language) => ({
      brand: await findBrand(db, project_id),
      title: commonTexts(language).unsubscribeQuestion,
      text: feedbackTexts(language).mails.unsubscribeText,
      button: commonTexts(language).unsubscribe,
    }),
    act: async ({ project_id, entry_ids, email }, language) => {
      await transact(db, (tx) => deleteSubscriptions(tx, { projectId: project_id, email, isSubscribed }, entry_ids));
      return {
        brand: await findBrand(db, project_id),
        title: commonTexts(language).unsubscribed,
        text: feedbackTexts(language).mails.unsubscribeText,
      };
    },
  });

const unsubscribeAllLink = ({ db, isSubscribed }: Deps) =>
  linkAction<AddressLink>({
    path: '/unsubscribe-all',
    id: 'unsubscribeFromAllFeedback',
    summary: 'Unsubscribe from all feedback emails',
    description:
      'For the second link in emails: its `token` is the only credential. Ends all subscriptions of the address to feedback entries of the project. Entries that the address submits later are followed only on request (`follow`). Unsubscribing again has no effect.',
    tag: 'Feedback',
    purpose: UNSUBSCRIBE_ALL,
    ask: async ({ project_id }, language) => {
      const t = feedbackTexts(language).mails;
      const brand = await findBrand(db, project_id);
      return {
        brand,
        title: t.unsubscribeAllQuestion,
        text: t.unsubscribeAllText(brand?.name),
        button: commonTexts(language).unsubscribe,
      };
    },
    act: async ({ project_id, email }, language) => {
      await transact(db, (tx) => optOut(tx, { projectId: project_id, email, isSubscribed }));
      return {
        brand: await findBrand(db, project_id),
        title: commonTexts(language).unsubscribed,
        text: feedbackTexts(language).mails.unsubscribedAllText,
      };
    },
  });
