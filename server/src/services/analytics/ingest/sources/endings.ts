// Top-level domains of services, according to their documentation. Domains with other endings belong to other owners.

/** Source: https://www.google.com/supported_domains */
export const GOOGLE = `com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn com.bo com.br
  bs bt co.bw by com.bz ca cat cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy cz de dj dk dm com.do dz com.ec ee com.eg es
  com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr com.gt gy com.hk hn hr ht hu co.id ie co.il im co.in iq is it je com.jm jo
  co.jp co.ke com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls lt lu lv com.ly co.ma md me mg mk ml com.mm mn com.mt mu mv mw com.mx
  com.my co.mz com.na com.ng com.ni ne nl no com.np nr nu co.nz com.om com.pa com.pe com.pg com.ph com.pk pl pn com.pr ps pt com.py
  com.qa ro rs ru rw com.sa com.sb sc se com.sg sh si sk com.sl sm sn so sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt com.tw
  co.tz com.ua co.ug co.uk com.uy co.uz com.vc co.ve co.vi com.vn vu ws co.za co.zm co.zw`;

export const YANDEX = 'ru com com.tr by kz uz ua fr az com.am com.ge co.il kg lt lv md ee tj tm eu';
export const AMAZON = 'com com.au com.be com.br ca cn de eg es fr ie in it co.jp com.mx nl pl sa se sg com.tr ae co.uk co.za';
export const EBAY = 'com com.au at be ca ch cn com.hk de es fr ie in it com.my nl ph pl com.sg co.uk vn';
export const PINTEREST = `com at be ca ch cl co co.in co.kr co.nz co.uk com.au com.mx de dk ec es fr hu id ie in info it jp kr mx nl nz
  pe ph pt ru se th tw uk vn`;
export const MERCADO_LIBRE =
  'com com.ar cl com.co co.cr com.do com.ec com.gt com.hn com.mx com.ni com.pa com.py com.pe com.sv com.uy com.ve';
export const SHOPEE = 'com sg co.id co.th com.my vn ph tw com.br com.mx com.co cl pl';
export const LAZADA = 'com sg co.id co.th com.my vn com.ph';
export const ZALANDO = 'com at be ch co.uk cz de dk ee es fi fr hr hu ie it lt lv nl no pl ro se si sk';
export const IKEA = 'com cn';
