import type { feedbackShared as english } from '../en/shared.ts';
import type { Texts } from '../../../texts/texts.ts';

export const feedbackShared: Texts<typeof english> = {
  scopes: {
    'feedback:read': 'قراءة الملاحظات',
    'feedback:write': 'قراءة الملاحظات وتغييرها',
  },
  actions: {
    'feedback.deleted': 'حذف ملاحظات',
    'feedback.exported': 'تصدير الملاحظات',
    'comment.deleted': 'حذف تعليق',
    'comments.exported': 'تصدير التعليقات',
    'votes.exported': 'تصدير الأصوات',
    'feedback_view.deleted': 'حذف طريقة عرض للملاحظات',
    'feedback_view.made_personal': 'إلغاء مشاركة طريقة عرض للملاحظات',
  },
  events: {
    'feedback.created': 'أُنشئت ملاحظة',
    'feedback.updated': 'حُدّثت ملاحظة',
    'feedback.status_changed': 'تغيّرت حالة ملاحظة',
    'feedback.commented': 'أُضيف تعليق',
    'feedback.voted': 'تغيّرت الأصوات (مرة في الدقيقة على الأكثر)',
    'feedback.merged': 'دُمجت ملاحظات',
    'feedback.deleted': 'حُذفت ملاحظة',
  },
  sections: { feedback: 'الملاحظات', roadmap: 'خارطة الطريق' },
  settings: {
    'settings.feedback.moderation': {
      label: 'اشتراط الموافقة على',
      options: { off: 'لا شيء', anonymous: 'ملاحظات الزوار المجهولين', all: 'كل الملاحظات' },
    },
    'settings.feedback.follow_default': {
      label: 'عرض الرسائل افتراضيًا',
      hint: 'تكون خانة «أعلموني بالمستجدات عبر البريد» في نماذج الملاحظات محددة حتى يغيّرها الزائر.',
    },
    'settings.feedback.suggestions': {
      label: 'اقتراح المكررات والوسوم',
      hint: 'للملاحظات الجديدة، بواسطة النموذج اللغوي للنسخة (EARSHOT_LLM_URL). لا يتغير شيء حتى يقبل أحد الأعضاء اقتراحًا.',
    },
    'settings.feedback.suggestions_per_day': {
      label: 'الاقتراحات في اليوم',
      hint: 'بعد هذا العدد خلال 24 ساعة، بما فيه ما يطلبه الأعضاء، لا تُقدَّم اقتراحات للملاحظات الجديدة.',
    },
    'settings.feedback.voting': {
      label: 'من يمكنه التصويت',
      hint: 'يمكن للأعضاء التصويت دائمًا. تبقى الأصوات الموجودة.',
      options: {
        anyone: 'الجميع',
        confirmed: 'من أكدوا عنوان بريدهم، والمستخدمون المسجّلون دخولهم',
        signed_in: 'المستخدمون المسجّلون دخولهم في منتجك',
      },
    },
    'settings.feedback.anonymous_votes_per_network': {
      label: 'الأصوات المجهولة لكل شبكة',
      hint: 'الأصوات التي يمكن لشبكة واحدة منحها لعنصر في اليوم بدون تسجيل الدخول. ارفع العدد إذا كان زوار كثيرون يتشاركون شبكة.',
    },
  },
  notifications: {
    'feedback.assigned': 'التكليفات',
    'feedback.mentioned': 'الإشارات',
    'feedback.created': 'ملاحظات جديدة',
    'feedback.commented': 'التعليقات',
    'feedback.vote_burst': 'أصوات غير معتادة',
    'feedback.pending': 'بانتظار الموافقة',
  },
  timeline: {
    feedback: 'الملاحظات',
    vote: 'الأصوات',
    comment: 'التعليقات',
  },
  did: {
    feedback: 'أرسل ملاحظات',
    vote: 'صوّت لـ',
    comment: 'علّق على',
  },
  imports: {
    feedback: 'الملاحظات',
    comments: 'التعليقات',
    votes: 'الأصوات',
  },
};
