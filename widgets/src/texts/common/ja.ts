import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: '閉じる',
  back: '戻る',
  send: '送信',
  email: 'メールアドレス',
  name: 'お名前',
  optional: '任意',
  loading: '読み込み中…',
  more: 'もっと見る',
  tryAgain: '再試行',
  unreachable: '接続できませんでした。入力内容は保持されています。しばらくしてからもう一度お試しください。',
  tooMany: 'リクエストが多すぎます。1分後にもう一度お試しください。',
  signedOut: 'ログイン状態を確認できませんでした。ページを再読み込みして、もう一度お試しください。',
  invalidEmail: '有効なメールアドレスを入力してください。',
  nothing: 'まだ何もありません',
  status_new: '新規',
  status_under_review: '検討中',
  status_planned: '予定',
  status_in_progress: '対応中',
  status_done: '完了',
  status_declined: '見送り',
  status_duplicate: '統合済み',
};

export const button: Language['button'] = {
  feedback: 'ご意見',
  connectionFailed: '接続できませんでした。しばらくしてからもう一度お試しください。',
};

export const signIn: Language['signIn'] = {
  mailCode: 'コードをメールで受け取る',
  code: 'コード',
  enterCode: 'ログイン',
  codeSent: '{email} に送信したコードを入力してください。',
  wrongCode: 'コードが正しくないか、期限が切れています。',
  signedInAs: '{email} としてログイン中',
  signOut: 'ログアウト',
};
