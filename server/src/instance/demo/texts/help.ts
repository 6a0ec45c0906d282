/** Articles of the help center by collection: name, introduction, and steps. */
export const COLLECTIONS: Record<string, [title: string, introduction: string, steps: string[]][]> = {
  'Getting started': [
    [
      'Create your first project',
      'A project belongs to a client, and collects time, costs and invoices.',
      ['Open **Projects**', 'Choose **New project**', 'Enter a name and a client'],
    ],
    [
      'Track time with the timer',
      'The timer runs until you stop it, also when you close the browser.',
      ['Press `T` on any page', 'Choose a project', 'Press `T` again when you are done'],
    ],
    [
      'Enter hours afterwards',
      'The week view shows all days at a glance.',
      ['Open **Week**', 'Click a day', 'Type the duration, such as `1:30` or `90m`'],
    ],
    [
      'Invite your team',
      'Members track time, managers see reports, and owners change settings.',
      ['Open **Settings**, then **Members**', 'Enter the email addresses', 'Choose a role'],
    ],
    [
      'Import from a spreadsheet',
      'Clients, projects and time entries can be imported from CSV files.',
      ['Download the template', 'Fill in the columns', 'Upload the file'],
    ],
    [
      'Keyboard shortcuts',
      'Every action has a shortcut. Press `?` to see the list.',
      ['`N` creates an entry', '`T` starts or stops the timer', '`/` opens the search'],
    ],
    [
      'Work on your phone',
      'The mobile site has the timer, the week and receipts.',
      ['Open the site in your browser', 'Add it to the home screen', 'Sign in once'],
    ],
    [
      'Change the language',
      'The language of the app is independent of the language of invoices.',
      ['Open **Profile**', 'Choose a language', 'Reload the page'],
    ],
  ],
  'Invoices and payments': [
    [
      'Send an invoice',
      'Invoices are created from time entries, costs, or from scratch.',
      ['Open **Invoices**', 'Choose the client and the period', 'Check the preview, and send it'],
    ],
    [
      'Export invoices as PDF or CSV',
      'Every list has a download button.',
      ['Open **Invoices**', 'Set the filters', 'Choose **Export**, then the format'],
    ],
    [
      'Accept payments online',
      'Clients pay by card or bank transfer.',
      ['Connect your payment provider', 'Turn on the payment link', 'Test it with a small amount'],
    ],
    [
      'Partial payments and deposits',
      'A deposit is an invoice of its own, and is deducted from the final invoice.',
      ['Create a deposit invoice', 'Send it', 'Select it in the final invoice'],
    ],
    [
      'Reminders',
      'Reminders are sent 7, 14 and 28 days after the due date.',
      ['Open **Settings**, then **Reminders**', 'Change the days', 'Edit the text'],
    ],
    [
      'Refunds and credit notes',
      'A credit note cancels an invoice in whole or in part.',
      ['Open the invoice', 'Choose **Credit note**', 'Enter the amount'],
    ],
    [
      'Taxes and VAT numbers',
      'The tax rate depends on the country and the VAT number of the client.',
      ['Open the client', 'Enter the VAT number', 'Check the rate on the next invoice'],
    ],
    [
      'Invoices in several currencies',
      'Each client has one currency. Reports convert to yours.',
      ['Open the client', 'Choose a currency', 'Review the exchange rate on each invoice'],
    ],
    [
      'Change the look of invoices',
      'Logo, colors and texts are part of a template.',
      ['Open **Settings**, then **Templates**', 'Upload your logo', 'Choose colors'],
    ],
  ],
  'Team and account': [
    [
      'Roles and permissions',
      'Guests see one project, members track time, managers see reports.',
      ['Open **Members**', 'Choose a person', 'Change the role'],
    ],
    [
      'Sign in with single sign-on',
      'Any OpenID Connect provider works.',
      ['Register an application at your provider', 'Enter its address and client id', 'Test the sign-in'],
    ],
    [
      'Two-factor authentication',
      'A second factor protects your account when a password leaks.',
      ['Open **Profile**, then **Security**', 'Scan the code', 'Enter the six digits'],
    ],
    [
      'Upgrade or downgrade your plan',
      'Changes apply at once, and are prorated.',
      ['Open **Billing**', 'Choose a plan', 'Confirm'],
    ],
    [
      'Cancel your subscription',
      'Your data remains available for 60 days.',
      ['Open **Billing**', 'Choose **Cancel**', 'Download an export'],
    ],
    ['Delete an account', 'A deletion cannot be undone.', ['Export your data', 'Open **Profile**', 'Choose **Delete account**']],
    [
      'Reset your password',
      'The link in the mail is valid for one hour.',
      ['Choose **Forgot password** on the sign-in page', 'Open the link in the mail', 'Enter a new password'],
    ],
  ],
  'Integrations and API': [
    [
      'Connect Slack',
      'Channels receive messages about invoices, budgets and approvals.',
      ['Open **Integrations**', 'Choose **Slack**', 'Select a channel'],
    ],
    [
      'Sync with your calendar',
      'Events become suggestions for time entries.',
      ['Open **Integrations**', 'Choose a calendar', 'Accept suggestions in the week view'],
    ],
    [
      'Create an API token',
      'Tokens act with the permissions of their owner.',
      ['Open **Profile**, then **Tokens**', 'Choose scopes', 'Copy the token, which is shown once'],
    ],
    [
      'Receive webhooks',
      'Webhooks are signed, and repeated for a day after a failure.',
      ['Open **Integrations**, then **Webhooks**', 'Enter an address', 'Send a test'],
    ],
    [
      'Rate limits of the API',
      'An account may send 600 requests a minute.',
      ['Read the `RateLimit` headers', 'Wait as long as `Retry-After` says', 'Send changes in batches'],
    ],
    [
      'Link GitHub issues',
      'A time entry that mentions an issue links to it.',
      ['Open **Integrations**', 'Install the app', 'Write `#123` in a note'],
    ],
  ],
};

export const SEARCHES = [
  'export', 'export invoices', 'export csv', 'exprot', 'refund', 'refund', 'cancel', 'invite', 'invite team', 'single sign-on', 'vat',
  'password', 'reset password', 'webhook', 'rate limit', 'slack', 'outlook', 'outlook', 'apple watch', 'delete account', 'timer', 'deposit',
  'currency', 'gift card', 'gift card', 'zapier', 'reminder', 'template', 'logo', 'api token',
]; // prettier-ignore
