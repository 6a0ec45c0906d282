import type { changelogShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const changelogShared: Texts<typeof english> = {
  scopes: {
    'changelog:read': '新着情報の閲覧',
    'changelog:write': '新着情報の閲覧、変更、公開',
  },
  actions: {
    'changelog_entry.deleted': '新着情報を削除',
    'changelog_subscriber.deleted': '新着情報の購読者を削除',
    'changelog_subscribers.added': '新着情報の購読者を追加',
    'changelog.exported': '新着情報をエクスポート',
  },
  events: {
    'changelog.adoption_measured': '利用状況の測定',
    'changelog.published': '新着情報の公開',
  },
  sections: { changelog: '新着情報' },
  settings: {
    'settings.changelog.reactions': {
      label: 'リアクション',
      hint: '読者はページとウィジェットで、エントリーに👍、❤️、🎉で反応できます。',
    },
    'settings.changelog.page_url': {
      label: '新着情報ページ',
      hint: 'メールとフィードのリンク先。空の場合は公開ページを使います。',
    },
  },
  notifications: {},
  timeline: {
    subscription: '購読',
  },
  did: {
    subscription: '購読',
  },
  imports: {
    changelog: '新着情報',
  },
};
