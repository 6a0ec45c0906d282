import { formatNumber } from '../../../texts/plural.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count)} people`);

export const broadcasts = {
  title: 'Broadcasts',
  new: 'New broadcast…',
  newTitle: 'New broadcast',
  empty: 'No broadcasts yet',
  subject: 'Subject',
  text: 'Text',
  textHint: 'Markdown: **bold**, [links](https://…), lists.',
  hint: 'People with an unconfirmed address and those who unsubscribed receive nothing.',
  counting: 'Counting recipients…',
  receive: (count: number) => `Recipients: ${people(count)}`,
  preview: 'Preview',
  test: 'Send test to yourself',
  tested: 'Test email sent to your address',
  send: (count: number) => `Send to ${people(count)}`,
  nobody: 'Nobody matches',
  sentTo: (count: number) => `Broadcast is sent to ${people(count)}`,
  recipients: 'Recipients',
  delivered: 'Delivered',
  failed: 'Failed',
  unsubscribed: 'Unsubscribed',
  sent: 'Sent',
  sending: 'Sending',
  incomplete: 'Incomplete',
  stopped: {
    filter: 'The segment, reward or question of its filter was deleted.',
    error: 'Sending failed several times.',
  },
  resume: 'Resume',
  resumed: 'Broadcast resumed',
};
