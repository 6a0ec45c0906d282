import { YANDEX } from './endings.ts';
import type { Services } from './service.ts';

/** Mail services and apps. */
export const MAIL: Services = {
  Gmail: {
    hosts: 'mail.google.com inbox.google.com gmail.com',
    apps: 'com.google.android.gm com.google.android.gm.lite',
    tags: 'googlemail',
  },
  Outlook: {
    hosts: `*.outlook.live.com *.outlook.com outlook.office.com outlook.office365.com outlook.cloud.microsoft *.mail.live.com
      *.safelinks.protection.outlook.com hotmail.com`,
    apps: 'com.microsoft.office.outlook',
    tags: 'hotmail',
  },
  'Yahoo! Mail': { hosts: '*.mail.yahoo.com *.mail.yahoo.co.jp mail.yahoo.net', apps: 'com.yahoo.mobile.client.android.mail' },
  'AOL Mail': { hosts: '*.mail.aol.com webmail.aol.com', apps: 'com.aol.mobile.aolapp' },
  'Proton Mail': { hosts: '*.mail.proton.me mail.protonmail.com', apps: 'ch.protonmail.android', tags: 'protonmail' },
  'iCloud Mail': { hosts: 'mail.icloud.com' },
  Fastmail: { hosts: '*.fastmail.com fastmail.fm', apps: 'com.fastmail.app' },
  'Zoho Mail': { hosts: 'mail.zoho.com mail.zoho.eu mail.zoho.in', apps: 'com.zoho.mail' },
  'Yandex Mail': { hosts: 'mail.yandex.{} *.mail.yandex.net', endings: YANDEX, apps: 'ru.yandex.mail' },
  'Mail.ru': { hosts: 'e.mail.ru light.mail.ru touch.mail.ru', apps: 'ru.mail.mailapp', tags: 'mailru' },
  GMX: {
    hosts: 'navigator.gmx.net *.navigator.gmx.net bap.navigator.gmx.net deref-gmx.net deref-gmx.com *.gmx.com',
    apps: 'de.gmx.mobile.android.mail',
  },
  'WEB.DE': { hosts: '*.navigator.web.de deref-web.de 3c.web.de', apps: 'de.web.mobile.android.mail' },
  'T-Online Mail': { hosts: 'email.t-online.de webmail.t-online.de' },
  'Freenet Mail': { hosts: 'webmail.freenet.de email.freenet.de' },
  'Orange Mail': { hosts: 'messagerie.orange.fr webmail1.orange.fr mail01.orange.fr' },
  'Free Mail': { hosts: 'zimbra.free.fr webmail.free.fr', tags: 'zimbrafree' },
  'La Poste': { hosts: 'webmail.laposte.net' },
  'Libero Mail': { hosts: '*.mail.libero.it mail1.libero.it' },
  'Seznam Email': { hosts: 'email.seznam.cz email.cz', apps: 'cz.seznam.email' },
  'QQ Mail': { hosts: 'mail.qq.com *.mail.qq.com', apps: 'com.tencent.androidqqmail' },
  '163 Mail': { hosts: 'mail.163.com *.mail.163.com mail.126.com', apps: 'com.netease.mobimail' },
  'Naver Mail': { hosts: 'mail.naver.com m.mail.naver.com', apps: 'com.nhn.android.mail' },
  'Daum Mail': { hosts: 'mail.daum.net' },
  'Xfinity Mail': { hosts: 'mail.xfinity.com connect.xfinity.com' },
  Tuta: { hosts: 'app.tuta.com mail.tutanota.com', apps: 'de.tutao.tutanota', tags: 'tutanota' },
  'mailbox.org': { hosts: 'office.mailbox.org' },
  HEY: { hosts: 'app.hey.com', apps: 'com.basecamp.hey' },
  Superhuman: { hosts: 'mail.superhuman.com' },
  'Spark Mail': { hosts: 'app.sparkmailapp.com', apps: 'com.readdle.spark' },
  'Samsung Email': { hosts: '', apps: 'com.samsung.android.email.provider' },
  Thunderbird: { hosts: '', apps: 'net.thunderbird.android com.fsck.k9' },
};
