import type { templates as english } from '../en/templates.ts';
import type { Texts } from '../texts.ts';

export const templates: Texts<typeof english> = {
  feature: {
    name: '新機能',
    title: '',
    content:
      '何ができるようになったか、誰に役立つかを1文で。\n\n## 使い方\n\n1. …を開きます\n2. …を選択します\n\n## 提供状況\n\n本日からすべての方にご利用いただけます。\n',
  },
  breaking: {
    name: '互換性のない変更',
    title: '',
    content:
      '> [!WARNING] …までに対応が必要です\n> 何が使えなくなるか、誰に影響するか。\n\n## 変更点\n\n- \n\n## 対応方法\n\n1. \n',
  },
  release: {
    name: 'リリースノート',
    title: '',
    content: 'このリリースが誰にどう役立つかを1文で。\n\n## 新機能\n\n- \n\n## 改善\n\n- \n\n## 修正\n\n- \n',
  },
  howTo: {
    name: '手順の記事',
    title: '使い方: ',
    content:
      'この記事では…する方法を説明します。5分ほどかかります。\n\n## 始める前に\n\n- …が必要です\n\n## 手順\n\n1. …を開きます\n2. …を選択します\n3. 保存します。\n\n> [!TIP]\n> 近道やよくある間違い。\n\n## 次のステップ\n\n- \n',
  },
  faq: {
    name: 'よくある質問',
    title: 'よくある質問: ',
    content: '## …するには？\n\n1～2文の回答。\n\n## なぜ…？\n\n1～2文の回答。\n',
  },
};
