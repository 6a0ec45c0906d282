import type { Texts } from './en.ts';

export const ja: Texts = {
  about: (project) => `${project}の新着情報：新機能、改善、修正。`,
  text: (project) => `${project}の新着情報です。`,
  empty: 'まだ新着情報はありません。',
  types: { feature: '新機能', improvement: '改善', fix: '修正', breaking: '変更' },
  subscribe: '購読する',
  subscribeTitle: '新着情報を購読',
  sentTo: '新着情報は{email}に送信されます。',
  subscribed: '購読しました',
  subscribedText: (project) => `${project}の新着情報をメールでお届けします。`,
  confirm: 'メールアドレスを確認してください',
  confirmText: 'メールをお送りしました。メール内のリンクを開いて購読を確認してください。',
  own: 'メールでの新着情報',
  noOwn: 'メールでの新着情報は購読していません。',
  mails: {
    confirmSubject: (project) => `${project}の新着情報の購読を確認してください`,
    confirm: '購読を確認してください',
    askedText: (project) =>
      `${project}の新着情報を受け取るには、メールアドレスを確認してください。お心当たりがない場合は、このメールを無視してください。`,
    askedFooter: (project) => `${project}の新着情報のページでこのアドレスが入力されたため、このメールをお送りしています。`,
    addedText: (project) =>
      `${project}から新着情報をお送りしてもよろしいですか。受け取るにはメールアドレスを確認してください。確認されない場合、以後メールは届きません。`,
    addedFooter: (project) => `${project}のチームがこのアドレスを新着情報に登録したため、このメールをお送りしています。`,
    entrySubject: (title, project) => `${title} – ${project}の新着情報`,
    view: 'ブラウザーで見る',
    footer: (project) => `${project}の新着情報を購読されているため、このメールをお送りしています。`,
    renewal: '新しいリンクを受け取るには、もう一度新着情報を購読してください。',
    willReceive: (email, project) => `${email}に${project}の新着情報をお届けします。`,
    confirmed: '購読が確認されました',
    confirmedText: (project) => `${project}の新着情報をお届けします。`,
    unsubscribeText: (email) => `${email}には新着情報が届かなくなります。`,
  },
  report: {
    title: '新着情報',
    adoption: '要望した人は使っていますか？',
    used: (used, of) => `${of}人中${used}人が利用`,
    open: '成果を開く',
  },
};
