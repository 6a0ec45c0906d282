import { plurals } from '../../platform/i18n/texts.ts';

const n = plurals('en');

export const en = {
  account: {
    codeSubject: (code: string, host: string) => `${code} is your code for ${host}`,
    code: (code: string) => `Your code: ${code}`,
    codeText: (host: string, minutes: number) =>
      `Enter this code on the sign-in page of ${host}. It is valid for ${minutes} minutes.`,
    ignoreCode: 'If you didn’t request this code, you can ignore this email. No one can sign in without the code.',
    sentBy: (host: string) => `Sent by Earshot at ${host}.`,
    added: {
      token: 'New personal access token',
      app: 'New connected app',
      passkey: 'New passkey',
      other: 'New credential',
    },
    nameless: {
      token: 'A personal access token without a name',
      app: 'A connected app without a name',
      passkey: 'A passkey without a name',
      other: 'A credential without a name',
    },
    quote: (name: string) => `“${name}”`,
    addedSubject: (added: string, host: string) => `${added} for your account at ${host}`,
    addedText: (name: string, host: string, time: string, origin: string) =>
      `${name} was added to your account at ${host} on ${time} UTC, ${origin}.`,
    program: (browser: string, os: string) => `${browser} on ${os}`,
    byToken: (token: string) => `with the token “${token}”`,
    byProgram: (program: string) => `with ${program}`,
    byOther: 'by a program or on the command line of the server',
    inCountry: (origin: string, country: string) => `${origin} in ${country}`,
    canSignIn: 'It can sign in to your account.',
    someProjects: (count: number) => n(count, { one: '# of your projects', other: '# of your projects' }),
    allProjects: 'all of your projects',
    allRights: (projects: string) => `It has all of your rights in ${projects}.`,
    rights: (projects: string, scopes: string) => `It has access to ${projects}: ${scopes}.`,
    instruction:
      'If you added it, there is nothing to do. If you did not, remove it on your account page, and sign out all other devices there.',
    openAccount: 'Open your account',
    addedFooter: (host: string) => `You received this email because you have an account at ${host}.`,
  },
  invitation: {
    inviter: 'A member',
    subject: (inviter: string, project: string) => `${inviter} added you to ${project}`,
    heading: (project: string) => `Join ${project}`,
    roles: { owner: 'the owner', admin: 'an admin', member: 'a member', viewer: 'a viewer' },
    text: (inviter: string, project: string, role: string) => `${inviter} added you to the project ${project} as ${role}.`,
    accept: (email: string) => `Sign in with this email address, ${email}, to accept.`,
    find: 'You find the project in the dashboard from now on.',
    open: (project: string) => `Open ${project}`,
    expires: (date: string) => `The invitation expires on ${date}.`,
    ignore: (inviter: string) => `If you do not know ${inviter}, ignore this email.`,
  },
  testMail: {
    subject: (project: string) => `Test email from ${project}`,
    heading: 'Your mail server works',
    text: (project: string) => `This test email was sent from the settings of ${project}.`,
    footer: (project: string) => `Sent by Earshot for ${project}.`,
  },
  sample: {
    about: (project: string) => `Ideas and requests for ${project}.`,
    first: 'Export as CSV',
    firstText: 'Download every list as a file, with the filters of the page.',
    second: 'Dark mode',
    secondText: 'Follows the device, or is {link}.',
    secondLink: 'always on',
    planned: 'Planned',
    done: 'Done',
    votes: (count: number) => n(count, { one: '# vote', other: '# votes' }),
    title: 'Title',
    value: 'A faster search',
    send: 'Send feedback',
    subject: '“Export as CSV” is now in progress',
    text: (project: string) => `The status of an entry that you follow on ${project} changed to “in progress”.`,
    view: 'View entry',
    footer: (project: string) => `You received this email because you follow this entry on ${project}.`,
  },
  notifications: {
    actor: 'A teammate',
    open: 'Open',
    subject: (project: string, count: number) => `${project}: ${n(count, { one: '# update', other: '# updates' })}`,
    dailySubject: (project: string, count: number) =>
      `${project}: ${n(count, { one: '# update', other: '# updates' })} since yesterday`,
    heading: (project: string, count: number) => `${n(count, { one: '# update', other: '# updates' })} on ${project}`,
    more: (count: number) => n(count, { one: 'and # more', other: 'and # more' }),
    footer: (project: string) => `You received this email because you are a member of ${project}.`,
    change: 'Change what you receive',
    webhookDisabled: 'Webhook endpoint disabled',
    webhookEnabled: 'Webhook endpoint was disabled, and is enabled again',
    webhookInstruction:
      'New events are no longer sent to this endpoint. When the endpoint works again, enable it under Settings → Webhooks and use “Resend deliveries” to send the failed deliveries again.',
  },
  report: {
    titles: { weekly: 'Weekly report', monthly: 'Monthly report' },
    names: { weekly: 'weekly report', monthly: 'monthly report' },
    subject: (project: string, report: string, days: string) => `${project}: ${report}, ${days}`,
    compared: (days: string, previous: string) => `${days}, compared with ${previous}`,
    nothing: (days: string) => `${days}. Nothing happened in this period and the period before.`,
    openDashboard: 'Open the dashboard',
    noChange: 'no change',
    upFrom: (previous: string) => `up from ${previous}`,
    changeFrom: (percent: string, previous: string) => `${percent} from ${previous}`,
    of: (report: string, project: string) => `The ${report} of ${project}.`,
    subscribed: (report: string, project: string) =>
      `You received this email because you subscribed to the ${report} of ${project}.`,
    confirmed: (report: string, project: string) => `You received this email because you confirmed the ${report} of ${project}.`,
    requested: (report: string, project: string) => `You received this email because you requested the ${report} of ${project}.`,
    confirmSubject: (report: string, project: string) => `Confirm the ${report} of ${project}`,
    confirm: 'Confirm your subscription',
    confirmText: (report: string, project: string) =>
      `A member of ${project} wants to send you a ${report} with figures of the project. Confirm your email address to receive it. If you don’t want the report, you can ignore this email.`,
    entered: (project: string) => `You received this email because this address was entered in the settings of ${project}.`,
    renewal: 'Ask the project to add your address again.',
    willReceive: (email: string, project: string) => `${email} will receive reports of ${project}.`,
    isConfirmed: 'Subscription confirmed',
    isConfirmedText: (project: string) => `You will receive reports of ${project}.`,
    unsubscribeText: (email: string | null, project: string) => `${email ?? 'You'} will no longer receive reports of ${project}.`,
    unsubscribedText: 'You will no longer receive these reports.',
  },
  refusedReply: {
    heading: 'Your reply was not added',
    text: 'Your reply was not stored. To comment nevertheless, open the link in the email that you replied to.',
    footer: (host: string) =>
      `You received this email because you replied to an email of ${host}. Further replies of today are not answered.`,
    wrongSender: (from: string) =>
      `You replied from ${from}, but the email was sent to another address. Reply from the address that received it.`,
    empty: 'Your reply contained no text besides quoted text. Attachments are not added.',
  },
};

export type Texts = typeof en;
