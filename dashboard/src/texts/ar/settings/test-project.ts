import { content } from '../services.ts';
import type { testProject as english } from '../../en/settings/test-project.ts';
import type { Texts } from '../../texts.ts';

export const testProject: Texts<typeof english> = {
  title: 'إفراغ المشروع',
  hint: `يحذف ${content}، إضافةً إلى الصور والرسائل وعمليات تسليم خطافات الويب. تبقى الإعدادات والأعضاء ومفاتيح API وخطافات الويب والأهداف.`,
  onlyTest: 'لا يمكن إفراغ إلا المشاريع التجريبية. فعّل «مشروع تجريبي» واحفظ أولًا.',
  ownerOnly: 'لا يُفرغ المشروع التجريبي إلا المالك.',
  button: 'إفراغ المشروع…',
  confirmTitle: (name) => `هل تريد إفراغ «⁨${name}⁩»؟`,
  confirmHint: 'يُحذف كل محتوى هذا المشروع التجريبي. لا يمكن التراجع عن ذلك.',
  confirm: 'إفراغ المشروع',
  emptied: 'تم إفراغ المشروع',
};
