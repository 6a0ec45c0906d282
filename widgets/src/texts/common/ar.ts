import type { Language } from '../language.ts';

export const common: Language['common'] = {
  close: 'إغلاق',
  back: 'رجوع',
  send: 'إرسال',
  email: 'البريد الإلكتروني',
  name: 'الاسم',
  optional: 'اختياري',
  loading: 'جارٍ التحميل…',
  more: 'عرض المزيد',
  tryAgain: 'إعادة المحاولة',
  unreachable: 'فشل الاتصال. تم الاحتفاظ بما كتبته؛ حاول مرة أخرى بعد قليل.',
  tooMany: 'طلبات كثيرة جدًا. حاول مرة أخرى بعد دقيقة.',
  signedOut: 'تعذّر التحقق من تسجيل دخولك. أعد تحميل الصفحة وحاول مرة أخرى.',
  invalidEmail: 'أدخل عنوان بريد إلكتروني صالحًا.',
  nothing: 'لا يوجد شيء هنا بعد',
  status_new: 'جديد',
  status_under_review: 'قيد المراجعة',
  status_planned: 'مخطط له',
  status_in_progress: 'قيد التنفيذ',
  status_done: 'تم',
  status_declined: 'مرفوض',
  status_duplicate: 'مدمج',
};

export const button: Language['button'] = {
  feedback: 'رأيك',
  connectionFailed: 'فشل الاتصال. حاول مرة أخرى بعد قليل.',
};

export const signIn: Language['signIn'] = {
  mailCode: 'أرسل لي رمزًا بالبريد',
  code: 'الرمز',
  enterCode: 'تسجيل الدخول',
  codeSent: 'أدخل الرمز الذي أرسلناه إلى {email}.',
  wrongCode: 'الرمز غير صحيح أو انتهت صلاحيته.',
  signedInAs: 'تم تسجيل الدخول باسم {email}',
  signOut: 'تسجيل الخروج',
};
