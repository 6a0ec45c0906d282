import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
  scopes: {
    'feedback:read': 'Ler feedback',
    'feedback:write': 'Ler e alterar feedback',
  },
  actions: {
    'feedback.deleted': 'Excluiu feedback',
    'feedback.exported': 'Exportou feedback',
    'comment.deleted': 'Excluiu um comentário',
    'comments.exported': 'Exportou comentários',
    'votes.exported': 'Exportou votos',
    'feedback_view.deleted': 'Excluiu uma visualização de feedback',
    'feedback_view.made_personal': 'Deixou de compartilhar uma visualização de feedback',
  },
  events: {
    'feedback.created': 'Feedback criado',
    'feedback.updated': 'Feedback atualizado',
    'feedback.status_changed': 'Status do feedback alterado',
    'feedback.commented': 'Comentário adicionado',
    'feedback.voted': 'Votos alterados (no máximo uma vez por minuto)',
    'feedback.merged': 'Feedback unificado',
    'feedback.deleted': 'Feedback excluído',
  },
  sections: { feedback: 'Feedback', roadmap: 'Roadmap' },
  settings: {
    'settings.feedback.moderation': {
      label: 'Exigir aprovação para',
      options: { off: 'Nada', anonymous: 'Feedback de visitantes anônimos', all: 'Todo o feedback' },
    },
    'settings.feedback.follow_default': {
      label: 'Oferecer e-mails por padrão',
      hint: 'A caixa “Avisar-me por e-mail quando houver novidades” dos formulários fica marcada até o visitante alterá-la.',
    },
    'settings.feedback.suggestions': {
      label: 'Sugerir duplicados e tags',
      hint: 'Para novos feedbacks, pelo modelo de linguagem da instância (EARSHOT_LLM_URL). Nada muda até um membro aceitar uma sugestão.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'Sugestões por dia',
      hint: 'Após este número em 24 horas, incluindo as que os membros pedem, novos feedbacks não recebem mais nenhuma.',
    },
    'settings.feedback.voting': {
      label: 'Quem pode votar',
      hint: 'Membros sempre podem votar. Os votos existentes permanecem.',
      options: {
        anyone: 'Todos',
        confirmed: 'Pessoas com endereço de e-mail confirmado e usuários conectados',
        signed_in: 'Usuários conectados ao seu produto',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'Votos anônimos por rede',
      hint: 'Votos que uma rede pode dar a uma entrada em um dia sem login. Aumente o número se muitos visitantes compartilham uma rede.',
    },
  },
  notifications: {
    'feedback.assigned': 'Atribuições',
    'feedback.mentioned': 'Menções',
    'feedback.created': 'Feedback novo',
    'feedback.commented': 'Comentários',
    'feedback.vote_burst': 'Votos incomuns',
    'feedback.pending': 'Aguardando aprovação',
  },
  timeline: {
    feedback: 'Feedback',
    vote: 'Votos',
    comment: 'Comentários',
  },
  did: {
    feedback: 'Enviou feedback',
    vote: 'Votou em',
    comment: 'Comentou em',
  },
  imports: {
    feedback: 'Feedback',
    comments: 'Comentários',
    votes: 'Votos',
  },
};
