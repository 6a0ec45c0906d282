import type { DomainEvent, DomainEvents } from '../jobs/events.ts';
import { composeMail, type Mailing } from '../mail/compose.ts';
import { linkAction } from '../mail/link-actions.ts';
import { type Expiring, expireConfirmation, signLink } from '../mail/links.ts';
import type { SendMails } from '../mail/outbox.ts';
import { type Db, type Transaction, transact } from '../postgres/database.ts';
import { findBrand, findProject, type Project } from '../projects/store.ts';
import { referralUrlOf } from './referrals.ts';
import { type Entry, findEntry } from './store.ts';
import { confirm, deleteEntry, type Deps, withPositions } from './waitlist.ts';

const RETRY = { limit: 10, delaySeconds: 10 };
const CONFIRM = 'waitlist.confirm';
const LEAVE = 'waitlist.leave';

/** What the links in these mails name. */
interface EntryLink {
  project_id: string;
  entry_id: string;
}

/** Recipient of a mail. Without their name: whoever joins types name and address, and may type those of somebody else. */
type Addressee = Pick<Entry, 'project_id' | 'id' | 'email'>;

/** For previews: links for this one lead to nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type WaitlistMails = ReturnType<typeof createWaitlistMails>;

/** Mails to people on a waitlist: to confirm, to welcome, to invite. */
export function createWaitlistMails({ db, sendMails, linkSecret, publicUrl }: Mailing) {
  const linkTo = (purpose: string, path: string, entry: Addressee, expiry?: Expiring) => {
    const link: EntryLink & Partial<Expiring> = { project_id: entry.project_id, entry_id: entry.id, ...expiry };
    return `${publicUrl()}/v1/waitlist/${path}?token=${signLink(linkSecret, purpose, link)}`;
  };
  const toEntry = (project: Project, entry: Addressee) => ({
    recipient: entry.email,
    footer: `You get this mail because this address joined the waitlist of ${project.name}.`,
    unsubscribe: { label: 'Leave the waitlist', url: linkTo(LEAVE, 'leave', entry) },
  });

  const confirmation = (project: Project, entry: Entry, cause: string) =>
    composeMail(project, {
      ...toEntry(project, entry),
      cause,
      isUnsolicited: true,
      subject: `Confirm your place on the waitlist of ${project.name}`,
      heading: 'One click to confirm',
      paragraphs: [
        `Confirm your address to take your place on the waitlist of ${project.name}. If that was not you, ignore this mail.`,
      ],
      action: { label: 'Confirm my address', url: linkTo(CONFIRM, 'confirm', entry, expireConfirmation(project)) },
    });

  /** `isConfirmed`: the link in a mail confirmed the address, so that the mail is wanted. */
  const welcome = async (project: Project, entry: Entry, { isConfirmed }: { isConfirmed: boolean }) => {
    const [place] = await withPositions(db, project.id, [entry]);
    const url = referralUrlOf(project, publicUrl(), entry.referral_code);
    const boost = project.settings.waitlist.referral_boost;
    return composeMail(project, {
      ...toEntry(project, entry),
      cause: `waitlist.welcome:${entry.id}`,
      isUnsolicited: !isConfirmed,
      subject: `You are on the waitlist of ${project.name}`,
      heading: 'You are on the list',
      paragraphs: [
        place?.position
          ? `You are number ${place.position} in line at ${project.name}.`
          : `You are on the list at ${project.name}.`,
        ...(boost > 0
          ? [
              `Whoever joins by your link moves you up by ${boost === 1 ? 'one place' : `${boost} places`}. Share it with your friends:`,
              url,
            ]
          : []),
      ],
      action: { label: 'Open my link', url },
    });
  };

  const invitation = (project: Project, entry: Addressee, cause: string) => {
    const url = project.settings.waitlist.invitation_url;
    return composeMail(project, {
      ...toEntry(project, entry),
      cause,
      subject: `Your invitation to ${project.name}`,
      heading: 'It is your turn',
      paragraphs: [`Thank you for waiting: ${project.name} is open for you now.`],
      action: url ? { label: 'Accept the invitation', url } : undefined,
    });
  };

  /** The invitation as the next in line would get it, with links that do nothing. */
  const invitationPreview = (project: Project, { email }: Pick<Entry, 'email'>) => {
    const mail = invitation(project, { id: NOBODY, project_id: project.id, email }, 'preview');
    return { subject: mail.subject, text: mail.text_body, html: mail.html_body };
  };

  return {
    confirmation,
    invitationPreview,
    welcome,
    invitation,
    /** For an address that joined again: the link to confirm it once more, or that it is on the list already. */
    remind: async (tx: Transaction, project: Project, entry: Entry): Promise<void> => {
      // Once an hour at most: nobody's mailbox is filled by joining in their name.
      const hour = new Date().toISOString().slice(0, 13);
      if (entry.status === 'removed') return;
      if (!entry.confirmed_at) {
        await sendMails(tx, project.id, [confirmation(project, entry, `waitlist.confirm:${entry.id}:${hour}`)]);
      } else if (project.settings.waitlist.private_signups) {
        await sendMails(tx, project.id, [
          composeMail(project, {
            ...toEntry(project, entry),
            cause: `waitlist.known:${entry.id}:${hour}`,
            isUnsolicited: true,
            subject: `You are on the waitlist of ${project.name} already`,
            heading: 'You are on the list already',
            paragraphs: [
              `Someone, probably you, just joined the waitlist of ${project.name} with this address. It is on the list since ${entry.created_at.toISOString().slice(0, 10)}; nothing has changed.`,
            ],
          }),
        ]);
      }
    },
  };
}

/** Mails people when they join, have confirmed, and are invited. */
export function mailWaitlist(deps: Mailing & { events: DomainEvents }): void {
  const { db, events, sendMails } = deps;
  const { confirmation, welcome, invitation } = createWaitlistMails(deps);

  /** Writes the mail about an event's entry, if there is one to write. */
  async function mailAbout(
    { project_id, data }: DomainEvent<'waitlist.joined' | 'waitlist.confirmed' | 'waitlist.invited'>,
    compose: (project: Project, entry: Entry) => Promise<Parameters<SendMails>[2]> | Parameters<SendMails>[2],
  ): Promise<void> {
    const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, data.entry_id)]);
    if (!project || !entry || entry.status === 'removed') return;
    const mails = await compose(project, entry);
    await transact(db, (tx) => sendMails(tx, project_id, mails));
  }
  const welcomeIfSet = async (project: Project, entry: Entry, { isConfirmed }: { isConfirmed: boolean }) =>
    project.settings.waitlist.welcome_mail ? [await welcome(project, entry, { isConfirmed })] : [];

  events.on('waitlist.joined', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) =>
      entry.confirmed_at
        ? welcomeIfSet(project, entry, { isConfirmed: false })
        : [confirmation(project, entry, `waitlist.confirm:${entry.id}`)],
    ),
  );
  events.on('waitlist.confirmed', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => welcomeIfSet(project, entry, { isConfirmed: true })),
  );
  events.on('waitlist.invited', 'mail', RETRY, (event) =>
    mailAbout(event, (project, entry) => [invitation(project, entry, event.id)]),
  );
}

/** What the links in the mails do. */
export const waitlistLinks = (deps: Deps) => [
  linkAction<EntryLink>({
    path: '/confirm',
    id: 'confirmWaitlistEntry',
    summary: 'Confirm a waitlist entry',
    tag: 'Waitlist',
    purpose: CONFIRM,
    renewal: 'Join the waitlist once more, and you get a mail with a new link.',
    ask: async (link) => {
      const found = await find(deps.db, link);
      return (
        found && {
          brand: await findBrand(deps.db, link.project_id),
          title: 'Confirm your address',
          text: `${found.entry.email} takes its place on the waitlist of ${found.project.name}.`,
          button: 'Confirm',
        }
      );
    },
    act: async (link) => {
      const found = await find(deps.db, link);
      const entry = found && (await confirm(deps, { project: found.project, id: link.entry_id }));
      if (!entry) return undefined;
      const [place] = await withPositions(deps.db, link.project_id, [entry]);
      return {
        brand: await findBrand(deps.db, link.project_id),
        title: 'You are on the list',
        text: place?.position ? `You are number ${place.position} in line.` : 'Thank you for confirming.',
      };
    },
  }),
  linkAction<EntryLink>({
    path: '/leave',
    id: 'leaveWaitlist',
    summary: 'Leave a waitlist',
    tag: 'Waitlist',
    purpose: LEAVE,
    ask: async (link) => {
      const found = await find(deps.db, link);
      return (
        found && {
          brand: await findBrand(deps.db, link.project_id),
          title: 'Leave the waitlist?',
          text: `${found.entry.email} gives up its place, and everything known of it here is deleted.`,
          button: 'Leave the waitlist',
        }
      );
    },
    act: async (link) => {
      const project = await findProject(deps.db, link.project_id);
      if (!project) return undefined;
      await deleteEntry(deps, { project, id: link.entry_id });
      return {
        brand: await findBrand(deps.db, link.project_id),
        title: 'You have left the waitlist',
        text: 'Everything known of you there is deleted.',
      };
    },
  }),
];

async function find(db: Db, { project_id, entry_id }: EntryLink) {
  const [project, entry] = await Promise.all([findProject(db, project_id), findEntry(db, project_id, entry_id)]);
  return project && entry && { project, entry };
}
