import type { Language } from '@earshot/contract/shared/languages';
import { sortRewards } from '@earshot/contract/services/waitlist/rewards';
import { formatId, NIL_ID } from '../../platform/ids.ts';
import type { DomainEvent, DomainEvents } from '../../platform/jobs/events.ts';
import { provePeople } from '../../instance/directory/proving.ts';
import { composeMail, type Mailing } from '../../instance/mail/compose.ts';
import { linkAction } from '../../instance/mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../../instance/mail/links.ts';
import type { SendMails } from '../../instance/mail/outbox.ts';
import { commonTexts } from '../../platform/html/texts/texts.ts';
import { formatDate, formatNumber } from '../../platform/i18n/texts.ts';
import { type Db, type Transaction, transact } from '../../platform/postgres/database.ts';
import { findBrand, findProject, inLanguage, type Project } from '../../instance/projects/store.ts';
import { buildPlaceUrl, buildReferralUrl } from './referrals/referrals.ts';
import { type Entry, findEntry } from './store.ts';
import { waitlistTexts } from './texts/texts.ts';
import { attachPositions, confirm, deleteEntry, type Deps } from './waitlist.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
const CONFIRM = 'waitlist.confirm';
const LEAVE = 'waitlist.leave';

/** Payload of the links in these mails. */
interface EntryLink {
  project_id: string;
  entry_id: string;
  /** Language of the mail. Absent in links of earlier versions. */
  language?: Language;
}

/** Recipient of a mail. Without the name: anyone can sign up with the name and address of another person. */
type Addressee = Pick<Entry, 'project_id' | 'id' | 'email'>;

/** Entry id for previews: no entry has it, so the links do nothing. */
const PREVIEW_ENTRY_ID = NIL_ID;

export type WaitlistMails = ReturnType<typeof createWaitlistMails>;

/** Returns functions that compose the mails to people on a waitlist: confirmation, welcome, invitation. */
export function createWaitlistMails({ db, sendMails, linkSecret, publicUrl }: Mailing) {
  const linkTo = (
    purpose: string,
    path: string,
    entry: Addressee,
    more: Partial<Expiring> & Pick<EntryLink, 'language'> = {},
  ) => {
    const link: EntryLink & Partial<Expiring> = { project_id: entry.project_id, entry_id: entry.id, ...more };
    return `${publicUrl()}/v1/waitlist/${path}?token=${signLink(linkSecret, purpose, link)}`;
  };
  const toEntry = (project: Project, entry: Addressee) => {
    const language = project.settings.pages.language;
    const t = waitlistTexts(language).mails;
    return {
      language,
      recipient: entry.email,
      footer: t.footer(project.name),
      unsubscribe: { label: t.leave, url: linkTo(LEAVE, 'leave', entry) },
    };
  };
  const textsFor = (project: Project) => waitlistTexts(project.settings.pages.language);

  const confirmation = (project: Project, entry: Entry, cause: string) => {
    const t = textsFor(project);
    return composeMail(project, {
      ...toEntry(project, entry),
      cause,
      isUnsolicited: true,
      subject: t.mails.confirmSubject(project.name),
      heading: t.confirm,
      paragraphs: [t.mails.confirmText(project.name)],
      action: {
        label: commonTexts(project.settings.pages.language).confirmEmail,
        url: linkTo(CONFIRM, 'confirm', entry, { ...expireConfirmation(project), language: project.settings.pages.language }),
      },
    });
  };

  /** `isConfirmed`: the recipient confirmed the address by a link, so the mail is solicited. */
  const welcome = async (project: Project, entry: Entry, { isConfirmed }: { isConfirmed: boolean }) => {
    const [ranked] = await attachPositions(db, project.id, [entry]);
    const url = buildReferralUrl(project, publicUrl(), entry.referral_code);
    const boost = project.settings.waitlist.referral_boost;
    const t = textsFor(project);
    return composeMail(project, {
      ...toEntry(project, entry),
      cause: `waitlist.welcome:${entry.id}`,
      isUnsolicited: !isConfirmed,
      subject: t.mails.welcomeSubject(project.name),
      heading: t.joined,
      paragraphs: [
        ranked?.position
          ? t.mails.welcomePosition(formatNumber(ranked.position, project.settings.pages.language), project.name)
          : t.mails.welcomeText(project.name),
        ...(boost > 0 ? [t.mails.boost(boost), url] : []),
      ],
      action: { label: t.mails.openLink, url },
    });
  };

  const invitation = (project: Project, entry: Addressee, cause: string) => {
    const url = project.settings.waitlist.invitation_url;
    const t = textsFor(project).mails;
    return composeMail(project, {
      ...toEntry(project, entry),
      cause,
      about: { event: 'waitlist.invited', ids: [formatId('wl', entry.id)] },
      subject: t.invitedSubject(project.name),
      heading: t.invited,
      paragraphs: [t.invitedText(project.name)],
      action: url ? { label: t.accept, url } : undefined,
    });
  };

  /** Tells a person which rewards they reached, and which one is next. */
  const reward = (project: Project, entry: Entry, { cause, keys }: { cause: string; keys: string[] }) => {
    const t = textsFor(project).mails;
    const rewards = sortRewards(project.settings.waitlist.rewards);
    const reached = rewards.filter(({ key }) => keys.includes(key));
    const next = rewards.find(({ referrals }) => referrals > entry.referral_count);
    const names = reached.map(({ name }) => name).join(', ');
    const missing = (next?.referrals ?? 0) - entry.referral_count;
    return composeMail(project, {
      ...toEntry(project, entry),
      cause,
      // Anyone can sign up an address that nobody confirms.
      isUnsolicited: !project.settings.waitlist.double_opt_in,
      subject: t.rewardSubject(project.name, names),
      heading: names,
      paragraphs: [
        t.rewardText(entry.referral_count, project.name),
        ...reached.flatMap(({ text }) => text || []),
        ...(next ? [t.nextReward(next.name, missing)] : []),
      ],
      action: { label: t.viewRewards, url: buildPlaceUrl(project, publicUrl(), entry.referral_code) },
    });
  };

  /** Renders the invitation as the next person in line would receive it, with links that do nothing. */
  const invitationPreview = (project: Project, { email }: Pick<Entry, 'email'>) => {
    const mail = invitation(project, { id: PREVIEW_ENTRY_ID, project_id: project.id, email }, 'preview');
    return { subject: mail.subject, text: mail.text_body, html: mail.html_body };
  };

  return {
    confirmation,
    invitationPreview,
    welcome,
    invitation,
    reward,
    /** Mails an address that signed up again: a new confirmation link, or a notice that it is already on the waitlist. */
    remind: async (tx: Transaction, project: Project, entry: Entry): Promise<void> => {
      // At most one mail per hour, so that repeated sign-ups cannot flood a mailbox.
      const hour = new Date().toISOString().slice(0, 13);
      const t = textsFor(project).mails;
      if (entry.status === 'removed') return;
      if (!entry.confirmed_at) {
        await sendMails(tx, project.id, [confirmation(project, entry, `waitlist.confirm:${entry.id}:${hour}`)]);
      } else if (project.settings.waitlist.private_signups) {
        await sendMails(tx, project.id, [
          composeMail(project, {
            ...toEntry(project, entry),
            cause: `waitlist.known:${entry.id}:${hour}`,
            isUnsolicited: true,
            subject: t.knownSubject(project.name),
            heading: t.known,
            paragraphs: [t.knownText(project.name, formatDate(entry.created_at, project.settings.pages.language))],
          }),
        ]);
      }
    },
  };
}

/** Subscribes to waitlist events and mails people when they join, confirm and are invited. */
export function mailWaitlist(deps: Mailing & { events: DomainEvents }): void {
  const { db, events, sendMails } = deps;
  const { confirmation, welcome, invitation, reward } = createWaitlistMails(deps);

  /** Sends the mails that `compose` returns for the entry of an event. Skips deleted and removed entries. */
  async function mailAbout(
    { project_id, data }: DomainEvent<'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited' | 'waitlist.reward_reached'>,
    compose: (project: Project, entry: Entry) => Promise<Parameters<SendMails>[2]> | Parameters<SendMails>[2],
  ): Promise<void> {
    const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, data.entry_id)]);
    if (!project || !entry || entry.status === 'removed') return;
    const language = 'language' in data ? data.language : undefined;
    const mails = await compose(inLanguage(project, language ?? entry.language ?? undefined), entry);
    await transact(db, (tx) => sendMails(tx, project_id, mails));
  }
  const welcomeIfSet = async (project: Project, entry: Entry, { isConfirmed }: { isConfirmed: boolean }) =>
    project.settings.waitlist.welcome_mail ? [await welcome(project, entry, { isConfirmed })] : [];

  events.on('waitlist.joined', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => {
      if (event.data.is_past) return [];
      return entry.confirmed_at
        ? welcomeIfSet(project, entry, { isConfirmed: false })
        : [confirmation(project, entry, `waitlist.confirm:${entry.id}`)];
    }),
  );
  events.on('waitlist.confirmed', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => welcomeIfSet(project, entry, { isConfirmed: true })),
  );
  events.on('waitlist.invited', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => [invitation(project, entry, event.id)]),
  );
  events.on('waitlist.reward_reached', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => {
      const { rewards, reward_mail: isOn } = project.settings.waitlist;
      const keys = event.data.rewards.filter((key) => rewards.some((one) => one.key === key));
      return isOn && keys.length && !entry.unsubscribed_at ? [reward(project, entry, { cause: event.id, keys })] : [];
    }),
  );
}

/** Records people whose address the link in the mail confirmed. */
export function recordPeople({ db, events }: Pick<Deps, 'db' | 'events'>): void {
  events.on('waitlist.confirmed', 'people', RETRY, async ({ project_id, data }) => {
    const entry = await findEntry(db, project_id, data.entry_id);
    if (!entry) return;
    const { email, name } = entry;
    await transact(db, (tx) => provePeople(tx, project_id, [{ by: 'confirmed_email', email, ...(name && { name }) }]));
  });
}

/** Actions of the links in the mails. */
export const waitlistLinks = (deps: Deps) => [
  linkAction<EntryLink>({
    path: '/confirm',
    id: 'confirmWaitlistEntry',
    summary: 'Confirm a waitlist entry',
    description:
      'For the link in the confirmation email: its `token` is the only credential. The entry gets its position, and its referral counts for the entry that referred it. Confirming again has no effect. Sends the webhook `waitlist.confirmed`.',
    tag: 'Waitlist',
    purpose: CONFIRM,
    renewal: (language) => waitlistTexts(language).mails.renewal,
    ask: async (link, language) => {
      const target = await findTarget(deps.db, link);
      const t = waitlistTexts(language);
      return (
        target && {
          brand: await findBrand(deps.db, link.project_id),
          title: t.confirm,
          text: t.mails.confirmPage(target.entry.email, target.project.name),
          button: commonTexts(language).confirm,
        }
      );
    },
    act: async (link, language) => {
      const target = await findTarget(deps.db, link);
      const entry =
        target && (await confirm(deps, { project: target.project, id: link.entry_id, language: link.language ?? language }));
      if (!entry) return undefined;
      const [ranked] = await attachPositions(deps.db, link.project_id, [entry]);
      const t = waitlistTexts(language);
      return {
        brand: await findBrand(deps.db, link.project_id),
        title: t.joined,
        text: ranked?.position ? t.position(formatNumber(ranked.position, language)) : t.mails.confirmed,
      };
    },
  }),
  linkAction<EntryLink>({
    path: '/leave',
    id: 'leaveWaitlist',
    summary: 'Leave a waitlist',
    description:
      'For the link in emails: its `token` is the only credential. Deletes the entry with all data of the person; later entries move up. Leaving again has no effect.',
    tag: 'Waitlist',
    purpose: LEAVE,
    ask: async (link, language) => {
      const target = await findTarget(deps.db, link);
      const t = waitlistTexts(language).mails;
      return (
        target && {
          brand: await findBrand(deps.db, link.project_id),
          title: t.leaveQuestion,
          text: t.leaveText(target.entry.email),
          button: t.leave,
        }
      );
    },
    act: async (link, language) => {
      const t = waitlistTexts(language).mails;
      const project = await findProject(deps.db, link.project_id);
      if (!project) return undefined;
      await deleteEntry(deps, { project, id: link.entry_id });
      return {
        brand: await findBrand(deps.db, link.project_id),
        title: t.left,
        text: t.leftText,
      };
    },
  }),
];

async function findTarget(db: Db, { project_id, entry_id }: EntryLink) {
  const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, entry_id)]);
  return project && entry && { project, entry };
}
