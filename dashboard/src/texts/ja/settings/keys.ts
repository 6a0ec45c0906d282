import type { keys as english } from '../../en/settings/keys.ts';
import type { Texts } from '../../texts.ts';

export const keys: Texts<typeof english> = {
  title: 'APIキー',
  hint: 'キーは、サイトやアプリでこのプロジェクトを識別します。キーは公開されるもので、個人データや設定にはアクセスできません。',
  name: '名前',
  key: 'キー',
  origins: '許可するオリジン',
  originsHint:
    '1行に1つ。例: https://example.com、https://*.example.com。ほかのオリジンのページは拒否されます。空の場合はすべて許可します。',
  allOrigins: 'すべて',
  created: '作成日時',
  lastUsed: '最終使用',
  never: 'なし',
  expires: (time) => `期限: ${time}`,
  default: 'デフォルト',
  new: '新しいキー',
  newTitle: '新しいAPIキー',
  nameHint: 'キーを使うサイトまたはアプリ',
  create: 'キーを作成',
  actions: (name) => `${name}の操作`,
  edit: '編集…',
  editTitle: 'APIキーを編集',
  revoke: '取り消す…',
  revokeTitle: (name) => `${name}を取り消しますか？`,
  revokeHint: 'このキーを使うサイトとアプリは直ちに動作しなくなります。',
  revokeConfirm: 'キーを取り消す',
  rotate: '更新…',
  rotateTitle: 'デフォルトのキーを更新しますか？',
  rotateHint:
    '新しいキーがデフォルトのキーに置き換わります。古いキーは、差し替えられるよう24時間有効です。ほかのキーは変わりません。',
  revokeNow: 'すぐに取り消す',
  rotateConfirm: 'キーを更新',
};
