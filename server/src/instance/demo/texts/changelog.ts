/** Entries of the changelog, oldest first. */
export const ENTRIES = [
  {
    title: 'Weeks begin where you live',
    version: '2.0.1',
    type: 'fix',
    tags: ['calendar'],
    content: 'The first day of the week follows the region of your account. Weeks in Sweden have the right number again.',
  },
  {
    title: 'Faster search',
    version: '2.1.0',
    type: 'improvement',
    tags: ['search'],
    content: 'Search takes **40 ms** instead of 600 ms, also with 10,000 entries. Results no longer jump while you type.',
  },
  {
    title: 'Single sign-on',
    version: '2.2.0',
    type: 'feature',
    tags: ['team', 'security'],
    content:
      'Sign in with any OpenID Connect provider.\n\n1. Open *Settings → Sign-in*\n2. Enter the address of your provider\n3. Invite your team\n\n> Password sign-in remains available to owners.',
  },
  {
    title: 'Reminders that stop when the money arrives',
    version: '2.2.1',
    type: 'fix',
    tags: ['invoices'],
    content: 'A payment that arrives on the day of a reminder now cancels the reminder.',
  },
  {
    title: 'Keyboard shortcuts for everything',
    version: '2.3.0',
    type: 'feature',
    tags: ['shortcuts'],
    content:
      'Press `?` for the list.\n\n| Keys | Action |\n| :--- | :--- |\n| `N` | New entry |\n| `T` | Start or stop the timer |\n| `G` `I` | Invoices |',
  },
  {
    title: 'Rates per person and client',
    version: '2.3.1',
    type: 'improvement',
    tags: ['invoices', 'team'],
    content: 'Each person can have a rate of their own for each client. Existing projects keep their rates.',
  },
  {
    title: 'Version 1 of the API ends in March',
    version: '3.0.0',
    type: 'breaking',
    tags: ['api'],
    content:
      'Version 2 has been available for a year. Requests to `/api/v1` fail from March 1.\n\n```sh\ncurl https://api.example.com/v2/projects\n```\n\nThe guide lists every change.',
  },
  {
    title: 'A payment link on each invoice',
    version: '3.1.0',
    type: 'feature',
    tags: ['invoices'],
    content:
      'Clients pay by card or bank transfer from the invoice.\n\n- no account required\n- fees are shown before the payment\n- the invoice is marked as paid at once',
  },
  {
    title: 'Dark mode',
    version: '3.2.0',
    type: 'feature',
    tags: ['design'],
    content: 'Follows your system, or choose it in the menu. Charts have their own palette, with the same contrast.',
  },
  {
    title: 'Quieter notifications',
    version: '3.2.1',
    type: 'improvement',
    tags: ['notifications'],
    content: 'Mails wait until 8 in the morning of your time zone. A weekly digest replaces single mails, if you like.',
  },
  {
    title: 'Avatars over 2 MB',
    version: '3.2.2',
    type: 'fix',
    tags: ['team'],
    content: 'Large pictures are scaled down instead of being refused.',
  },
  {
    title: 'Plan people for weeks ahead',
    version: '3.3.0',
    type: 'feature',
    tags: ['calendar', 'team'],
    content:
      'Drag a project to a person, and see at once who has too much to do.\n\n## Capacity\n\nWorking hours and holidays count.\n\n## Budget\n\nPlanned hours count towards the budget.',
  },
] as const;

export const SCHEDULED = {
  title: 'Electronic invoices',
  version: '3.4.0',
  type: 'feature',
  tags: ['invoices'],
  content: 'Send invoices in the European standard **EN 16931**, as PDF with embedded data.',
} as const;

export const DRAFTS = [
  {
    title: 'Export every list as CSV',
    version: '3.5.0',
    type: 'feature',
    tags: ['reports'],
    content: '## Exports\n\nEvery list has a **download** now:\n\n- time entries\n- invoices\n- clients\n\n> As you asked for.',
  },
  {
    title: 'Hours that are rounded once',
    type: 'fix',
    tags: ['time tracking'],
    content: 'Rounding applies to the sum of a day.',
  },
] as const;
