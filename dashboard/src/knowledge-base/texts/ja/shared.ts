import type { knowledgeBaseShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const knowledgeBaseShared: Texts<typeof english> = {
  scopes: {
    'knowledge_base:read': 'ヘルプセンターの検索と閲覧',
    'knowledge_base:write': 'ヘルプセンターの検索、閲覧、変更',
  },
  actions: {
    'index.deleted': 'コレクションを削除',
    'document.published': '記事を公開',
    'document.unpublished': '記事の公開を停止',
    'document.archived': '記事をアーカイブ',
    'document.deleted': '記事を削除',
    'documents.exported': '記事をエクスポート',
  },
  events: {
    'knowledge_base.searched_without_results': '結果のない検索',
  },
  sections: { help: 'ヘルプ' },
  settings: {
    'settings.knowledge_base.answers': {
      label: '質問に回答する',
      hint: '読者が読める記事から、出典付きで回答します。質問と記事の一部を受け取る言語モデル (EARSHOT_LLM_URL) が必要です。',
    },
    'settings.knowledge_base.answers_per_day': {
      label: '1 日の質問数',
      hint: '1 日に言語モデルへ送信する、全読者の質問数。',
    },
    'settings.knowledge_base.answers_per_network': {
      label: 'ネットワークごとの質問数',
      hint: '1 つのネットワークからの 1 日の質問数。多くの読者がネットワークを共有する場合は増やしてください。',
    },
  },
  notifications: {},
  timeline: {
    search: '検索',
  },
  did: {
    search: 'ヘルプを検索:',
  },
  imports: {
    articles: '記事',
  },
};
