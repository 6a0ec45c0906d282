import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
  scopes: {
    'waitlist:read': 'ウェイトリストの閲覧',
    'waitlist:write': 'ウェイトリストの閲覧、変更、招待',
  },
  actions: {
    'waitlist_entry.deleted': 'ウェイトリストの登録を削除',
    'waitlist.exported': 'ウェイトリストをエクスポート',
    'waitlist_broadcast.sent': 'ウェイトリストに一斉配信',
    'waitlist_broadcast.resumed': 'ウェイトリストへの一斉配信を再開',
  },
  events: {
    'waitlist.joined': 'ウェイトリストへの登録',
    'waitlist.confirmed': 'ウェイトリスト登録の確認',
    'waitlist.invited': 'ウェイトリストからの招待',
    'waitlist.reward_reached': '紹介特典の達成',
  },
  sections: { waitlist: 'ウェイトリスト' },
  settings: {
    'settings.waitlist.welcome_mail': { label: 'ようこそメール', hint: '順番と紹介リンクが含まれます。' },
    'settings.waitlist.double_opt_in': {
      label: 'ダブルオプトイン',
      hint: 'メールアドレスを確認すると順番が決まります。',
    },
    'settings.waitlist.private_signups': {
      label: '非公開の登録',
      hint: '既存のアドレスにも新規と同じ応答を返し、説明のメールを送信します。ウェイトリストの登録者を隠すには、ダブルオプトインも有効にしてください。',
    },
    'settings.waitlist.refuse_disposable': { label: '使い捨てアドレスを拒否' },
    'settings.waitlist.referral_boost': { label: '紹介1件あたりの繰り上げ数', hint: '0～100。今後の紹介に適用されます。' },
    'settings.waitlist.reward_mail': { label: '特典メール', hint: '紹介特典を達成すると送信されます。' },
    'settings.waitlist.leaderboard': {
      label: '公開ランキング',
      hint: 'フォームとページに、紹介の多い10人を名前ではなくイニシャルで表示します。',
    },
    'settings.waitlist.page_url': {
      label: '登録ページ',
      hint: '紹介リンクのリンク先。空の場合は公開ページを使います。',
    },
    'settings.waitlist.invitation_url': {
      label: '招待URL',
      hint: '招待メールのボタンのリンク先。空の場合はボタンを表示しません。',
    },
  },
  notifications: {
    'waitlist.joined': '登録',
  },
  timeline: {
    waitlist: 'ウェイトリスト',
  },
  did: {
    waitlist: 'ウェイトリストに登録',
  },
  imports: {
    waitlist: 'ウェイトリスト',
  },
};
