import type { Texts } from './en.ts';
import { plurals } from '../../../platform/i18n/texts.ts';

const n = plurals('de');

export const de: Texts = {
  join: 'Auf die Warteliste',
  about: (project) => `Trage dich in die Warteliste von ${project} ein. Wir schreiben dir, wenn du an der Reihe bist.`,
  text: (project) => `Trage dich mit deiner E-Mail-Adresse ein. ${project} schreibt dir, wenn du an der Reihe bist.`,
  teaser: 'Sei von Anfang an dabei.',
  invalidEmail: 'Ungültige E-Mail-Adresse',
  invalidEmailText: 'Gib eine Adresse wie ada@example.com ein.',
  joined: 'Du stehst auf der Warteliste',
  joinedText: 'Du stehst auf der Warteliste.',
  viewPlace: 'Deinen Platz und deine Belohnungen ansehen',
  confirm: 'Bestätige deine E-Mail-Adresse',
  confirmText: 'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, um deine Adresse zu bestätigen.',
  position: (position) => `Du bist Nummer ${position} in der Warteliste.`,
  invited: 'Du bist eingeladen',
  invitedText: 'Wir haben dir eine E-Mail mit deiner Einladung geschickt.',
  hasAccess: 'Du hast Zugang',
  hasAccessText: 'Dein Platz auf der Warteliste ist eingelöst.',
  unconfirmedText: 'Wir haben dir eine E-Mail geschickt. Öffne den Link darin, um deinen Platz auf der Warteliste zu erhalten.',
  failed: 'Eintragung fehlgeschlagen',
  disposable: 'Wegwerf-Adressen werden nicht akzeptiert. Verwende eine dauerhafte E-Mail-Adresse.',
  checkAnswers: 'Prüfe deine Antworten',
  checkAnswer: (question) => `„${question}“ braucht eine andere Antwort.`,
  known: 'Schon auf der Warteliste',
  knownText: 'Diese Adresse steht bereits auf der Warteliste.',
  place: 'Dein Platz auf der Warteliste',
  share: 'Teile deinen Link. Mit jeder Anmeldung über ihn rückst du vor:',
  link: 'Dein Empfehlungslink:',
  shareText: (project) => `Komm mit mir auf die Warteliste von ${project}`,
  byEmail: 'E-Mail',
  rewards: 'Belohnungen',
  reached: 'Erreicht',
  leaders: 'Meiste Empfehlungen',
  anonymous: 'Anonym',
  referrals: (count) => n(count, { one: '# Empfehlung', other: '# Empfehlungen' }),
  referralsText: (count) => n(count, { one: '# Empfehlung.', other: '# Empfehlungen.' }),
  rank: (rank) => `Mit deinen Empfehlungen stehst du auf Rang ${rank}.`,
  mails: {
    footer: (project) => `Du erhältst diese E-Mail, weil diese Adresse in die Warteliste von ${project} eingetragen wurde.`,
    leave: 'Warteliste verlassen',
    confirmSubject: (project) => `Bestätige deine E-Mail-Adresse für die Warteliste von ${project}`,
    confirmText: (project) =>
      `Bestätige deine E-Mail-Adresse, um auf die Warteliste von ${project} zu kommen. Wenn du dich nicht eingetragen hast, kannst du diese E-Mail ignorieren.`,
    welcomeSubject: (project) => `Du stehst auf der Warteliste von ${project}`,
    welcomePosition: (position, project) => `Du bist Nummer ${position} in der Warteliste von ${project}.`,
    welcomeText: (project) => `Du stehst auf der Warteliste von ${project}.`,
    boost: (positions) =>
      n(positions, {
        one: 'Teile deinen Link: Mit jeder Anmeldung über ihn rückst du einen Platz vor.',
        other: 'Teile deinen Link: Mit jeder Anmeldung über ihn rückst du # Plätze vor.',
      }),
    openLink: 'Empfehlungslink öffnen',
    invitedSubject: (project) => `Du bist zu ${project} eingeladen`,
    invited: 'Du bist an der Reihe',
    invitedText: (project) => `Danke, dass du gewartet hast. Du kannst ${project} jetzt nutzen.`,
    accept: 'Einladung annehmen',
    rewardSubject: (project, names) => `Du hast bei ${project} eine Belohnung erreicht: ${names}`,
    rewardText: (count, project) =>
      `Über deinen Link ${n(count, { one: 'ist eine Person', other: 'sind # Personen' })} auf die Warteliste von ${project} gekommen.`,
    nextReward: (name, missing) =>
      `Als Nächstes: ${name}, nach ${n(missing, { one: 'einer weiteren Person', other: '# weiteren Personen' })}.`,
    viewRewards: 'Belohnungen ansehen',
    knownSubject: (project) => `Du stehst schon auf der Warteliste von ${project}`,
    known: 'Du stehst schon auf der Warteliste',
    knownText: (project, date) =>
      `Jemand, wahrscheinlich du, hat diese Adresse in die Warteliste von ${project} eingetragen. Sie steht dort seit dem ${date}. Es hat sich nichts geändert.`,
    renewal: 'Trage dich noch einmal in die Warteliste ein, um einen neuen Link zu erhalten.',
    confirmPage: (email, project) => `Bestätige ${email}, um auf die Warteliste von ${project} zu kommen.`,
    confirmed: 'Danke für die Bestätigung.',
    leaveQuestion: 'Warteliste verlassen?',
    leaveText: (email) => `${email} verliert den Platz, und die Daten dazu werden aus dieser Warteliste gelöscht.`,
    left: 'Du hast die Warteliste verlassen',
    leftText: 'Deine Daten wurden aus dieser Warteliste gelöscht.',
    unsubscribeText: (email, project) =>
      `${email} behält den Platz auf der Warteliste von ${project} und erhält keine Neuigkeiten mehr dazu.`,
    unsubscribedText: (project) =>
      `Du behältst deinen Platz auf der Warteliste von ${project} und erhältst keine Neuigkeiten mehr dazu.`,
  },
  notices: {
    signups: 'Neue Anmeldungen',
    signupsOn: (count, date) => `${n(count, { one: '# Anmeldung', other: '# Anmeldungen' })} am ${date}`,
  },
  report: { title: 'Warteliste', signups: 'Anmeldungen', total: 'Gesamt', waiting: 'Wartend', open: 'Warteliste öffnen' },
};
