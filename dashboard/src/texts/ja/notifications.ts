import { mergeTexts } from '../shared.ts';
import type { NotificationName } from '@earshot/contract/instance/notifications';
import type { NotificationPreference } from '@earshot/contract/shared/notifications';
import type { notifications as english } from '../en/notifications.ts';
import type { Texts } from '../texts.ts';

const kinds: Record<NotificationName, string> = {
  ...mergeTexts('notifications'),
  'webhook.disabled': '無効になったWebhook',
};

const preferences: Record<NotificationPreference, string> = {
  immediate: 'すぐに',
  daily: '毎日8:00',
  off: 'オフ',
};

export const notifications: Texts<typeof english> = {
  title: '通知',
  list: '通知',
  filters: { unread: '未読', all: 'すべて' },
  kind: '種類',
  kinds,
  markRead: '既読にする',
  markUnread: '未読にする',
  markAll: 'すべて既読にする',
  marked: (count) => `${count}件を既読にしました`,
  unread: '未読',
  emptyUnread: '未読の通知はありません',
  emptyAll: '通知はありません',
  emptyHint: '新しいフィードバック、コメント、割り当て、承認待ちをここでお知らせします。',
  keys: {
    next: '次の通知',
    previous: '前の通知',
    open: '通知を開く',
    toggle: '既読・未読を切り替える',
  },
  preferences: {
    link: '受け取る内容を変更',
    title: 'メール',
    hint: 'あなたとこのプロジェクトにのみ適用されます。オフ以外のものはすべて通知一覧に表示されます。',
    segment: 'フィードバックの投稿者',
    everyone: '全員',
    names: preferences,
    byDefault: (name) => `デフォルト: ${name}`,
    zone: (zone) => `毎日のメールは、プロジェクトのタイムゾーン（${zone}）の8:00に届きます。`,
  },
};
