import type { waitlistShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const waitlistShared: Texts<typeof english> = {
  scopes: {
    'waitlist:read': 'Ler a lista de espera',
    'waitlist:write': 'Ler e alterar a lista de espera, e convidar',
  },
  actions: {
    'waitlist_entry.deleted': 'Excluiu uma entrada da lista de espera',
    'waitlist.exported': 'Exportou a lista de espera',
    'waitlist_broadcast.sent': 'Enviou um comunicado à lista de espera',
    'waitlist_broadcast.resumed': 'Retomou um comunicado à lista de espera',
  },
  events: {
    'waitlist.joined': 'Inscrição na lista de espera',
    'waitlist.confirmed': 'Inscrição na lista de espera confirmada',
    'waitlist.invited': 'Convidado da lista de espera',
    'waitlist.reward_reached': 'Recompensa por indicações alcançada',
  },
  sections: { waitlist: 'Lista de espera' },
  settings: {
    'settings.waitlist.welcome_mail': { label: 'E-mail de boas-vindas', hint: 'Contém a posição e o link de indicação.' },
    'settings.waitlist.double_opt_in': {
      label: 'Confirmação dupla',
      hint: 'As pessoas recebem uma posição depois de confirmar o endereço de e-mail.',
    },
    'settings.waitlist.private_signups': {
      label: 'Inscrições privadas',
      hint: 'Endereços existentes recebem a mesma resposta que os novos, e um e-mail explicativo. Ative também a confirmação dupla para ocultar quem está na lista de espera.',
    },
    'settings.waitlist.refuse_disposable': { label: 'Rejeitar endereços descartáveis' },
    'settings.waitlist.referral_boost': { label: 'Posições por indicação', hint: 'De 0 a 100. Vale para indicações futuras.' },
    'settings.waitlist.reward_mail': {
      label: 'E-mail de recompensa',
      hint: 'Enviado quando uma pessoa alcança uma recompensa por indicações.',
    },
    'settings.waitlist.leaderboard': {
      label: 'Ranking público',
      hint: 'O formulário e a página mostram as dez pessoas com mais indicações, com iniciais em vez de nomes.',
    },
    'settings.waitlist.page_url': {
      label: 'Página de inscrição',
      hint: 'Destino dos links de indicação. Deixe vazio para usar a página pública.',
    },
    'settings.waitlist.invitation_url': {
      label: 'URL de convite',
      hint: 'Destino do botão nos e-mails de convite. Deixe vazio para não ter botão.',
    },
  },
  notifications: {
    'waitlist.joined': 'Inscrições',
  },
  timeline: {
    waitlist: 'Lista de espera',
  },
  did: {
    waitlist: 'Entrou na lista de espera',
  },
  imports: {
    waitlist: 'Lista de espera',
  },
};
