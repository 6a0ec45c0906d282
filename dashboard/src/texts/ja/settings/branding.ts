import type { branding as english } from '../../en/settings/branding.ts';
import type { Texts } from '../../texts.ts';

export const branding: Texts<typeof english> = {
  preview: 'プレビュー',
  previewHint: '保存する前に変更を確認できます。',
  pageTitle: '公開ページのプレビュー',
  mailTitle: 'メールのプレビュー',
  mailHint: '未保存の変更を含むメールの例です。「テストメールを送信」では保存済みの設定が使われます。',
  theme: '端末のテーマ',
  themes: { light: 'ライト', dark: 'ダーク' },
  open: '公開ページを開く',
  contrast: {
    title: '色のコントラスト',
    good: (theme, ratio) => `${theme}のページ: 読みやすい（${ratio}）`,
    adjusted: (theme, ratio, color) =>
      `${theme}のページ: リンクのコントラストが不足しています（${ratio}、最低4.5:1）。代わりに${color}を使います。`,
    button: (color, ratio) => `ボタン: ${color}の文字（${ratio}）`,
    white: '白',
    black: '黒',
  },
  image: {
    upload: 'アップロード',
    replace: '置き換え',
    remove: '削除',
    of: (action, what) => `${action}: ${what}`,
    none: '画像なし',
  },
  color: { pick: '色を選択' },
  links: {
    label: 'ラベル',
    labelOf: (position) => `リンク${position}のラベル`,
    url: 'https://acme.example/pricing',
    urlOf: (position) => `リンク${position}のURL`,
    add: 'リンクを追加',
    remove: (position) => `リンク${position}を削除`,
  },
};
