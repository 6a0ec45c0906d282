import { GOOGLE, YANDEX } from './endings.ts';
import type { Services } from './service.ts';

/** Search engines. */
export const SEARCH: Services = {
  Google: {
    hosts: `google.{} images.google.{} cse.google.{} blogsearch.google.{} encrypted.google.com ipv6.google.com www2.google.com go.google.com
      lens.google.com lens.google search.google search.google.com webcache.googleusercontent.com googlesyndicatedsearch.com
      syndicatedsearch.goog *.syndicatedsearch.goog googleadservices.com`,
    endings: GOOGLE,
    apps: 'com.google.android.googlequicksearchbox com.google.android.apps.searchlite',
    tags: 'googleads adwords googleorganic gsearch',
  },
  'Google News': { hosts: 'news.google.{}', endings: GOOGLE, apps: 'com.google.android.apps.magazines' },
  'Google Maps': { hosts: 'maps.google.{}', endings: GOOGLE, apps: 'com.google.android.apps.maps', tags: 'gmb googlemybusiness' },
  'Google Scholar': { hosts: 'scholar.google.{}', endings: GOOGLE },
  'Google Translate': { hosts: 'translate.google.{}', endings: GOOGLE, apps: 'com.google.android.apps.translate' },
  Bing: { hosts: '*.bing.com cc.bingj.com', apps: 'com.microsoft.bing', tags: 'bingads microsoftads msads adcenter' },
  MSN: { hosts: 'msn.com *.msn.com ntp.msn.com', apps: 'com.microsoft.amp.apps.bingnews' },
  DuckDuckGo: {
    hosts: `duckduckgo.com r.duckduckgo.com html.duckduckgo.com lite.duckduckgo.com noai.duckduckgo.com safe.duckduckgo.com ddg.gg
      duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion`,
    apps: 'com.duckduckgo.mobile.android',
    tags: 'ddg',
  },
  'Yahoo!': {
    hosts: `yahoo.com *.search.yahoo.com *.images.yahoo.com cade.yahoo.com one.cn.yahoo.com m.yahoo.com
      *.search.yahoo.net`,
    apps: 'com.yahoo.mobile.client.android.search com.yahoo.mobile.client.android.yahoo',
    tags: 'yahoo',
  },
  'Yahoo! Japan': {
    hosts: 'yahoo.co.jp *.search.yahoo.co.jp m.yahoo.co.jp',
    apps: 'jp.co.yahoo.android.yjtop',
    tags: 'yahoojapan',
  },
  Yandex: {
    hosts: 'yandex.{} m.yandex.{} clck.yandex.{} yabs.yandex.{} images.yandex.{} search.yandex.{} ya.ru an.yandex.ru',
    endings: YANDEX,
    apps: 'ru.yandex.searchplugin com.yandex.browser com.yandex.launcher',
    tags: 'yandexdirect yadirect',
  },
  Baidu: {
    hosts: `baidu.com www1.baidu.com m.baidu.com wap.baidu.com image.baidu.com news.baidu.com zhidao.baidu.com tieba.baidu.com
      baike.baidu.com wenku.baidu.com baidu.co.th`,
    apps: 'com.baidu.searchbox com.baidu.searchbox.lite',
  },
  Ecosia: { hosts: '*.ecosia.org', apps: 'com.ecosia.android' },
  Qwant: { hosts: '*.qwant.com', apps: 'com.qwant.liberty' },
  Startpage: {
    hosts: `*.startpage.com *.ixquick.com *.ixquick.de *.ixquick.eu
      startpagel6srwcjlue4zgq3zevrujfaow726kjytqbbjyrswwmjzcqd.onion`,
    apps: 'com.startpage.mobile',
  },
  Brave: { hosts: 'search.brave.com', apps: 'com.brave.browser', tags: 'bravesearch' },
  Kagi: { hosts: 'kagi.com', apps: 'com.kagi.search' },
  Mojeek: { hosts: '*.mojeek.com', apps: 'com.mojeek.app' },
  Swisscows: { hosts: '*.swisscows.com *.swisscows.ch', apps: 'com.swisscows.search' },
  MetaGer: { hosts: 'metager.de metager.org metager.es meta.rrzn.uni-hannover.de *.metager2.de', apps: 'de.metager.metagerapp' },
  Presearch: { hosts: 'presearch.com engine.presearch.org presearch.org' },
  Freespoke: { hosts: 'freespoke.com' },
  Yep: { hosts: 'yep.com' },
  Stract: { hosts: 'stract.com' },
  Marginalia: { hosts: 'search.marginalia.nu marginalia-search.com' },
  SearXNG: { hosts: 'searx.be searx.me search.sapti.me paulgo.io', tags: 'searx' },
  KARMA: { hosts: 'karmasearch.org' },
  OceanHero: { hosts: 'oceanhero.today' },
  Lilo: { hosts: '*.lilo.org' },
  Forestle: { hosts: '*.forestle.org forestle.mobi' },
  'Cốc Cốc': { hosts: 'coccoc.com', tags: 'coccoc' },
  Naver: { hosts: 'naver.com search.naver.com m.search.naver.com m.naver.com', apps: 'com.nhn.android.search' },
  Daum: { hosts: 'daum.net search.daum.net m.search.daum.net m.daum.net', apps: 'net.daum.android.daum' },
  Nate: { hosts: 'search.nate.com m.search.nate.com search.daum.nate.com' },
  ZUM: { hosts: 'search.zum.com m.search.zum.com' },
  Seznam: { hosts: 'seznam.cz search.seznam.cz videa.seznam.cz', apps: 'cz.seznam.sbrowser' },
  Sogou: { hosts: '*.sogou.com', apps: 'com.sogou.activity.src' },
  '360 Search': { hosts: '*.so.com so.360.cn haosou.com *.haosou.com sou.com', tags: '360so haosou' },
  Shenma: { hosts: '*.sm.cn quark.sm.cn quark.cn', apps: 'com.quark.browser' },
  Toutiao: { hosts: 'so.toutiao.com', apps: 'com.ss.android.article.news' },
  Petal: { hosts: '*.petalsearch.com', apps: 'com.huawei.hwsearch', tags: 'petalsearch' },
  goo: { hosts: 'search.goo.ne.jp ocnsearch.goo.ne.jp' },
  Excite: {
    hosts:
      'search.excite.it search.excite.fr search.excite.de search.excite.co.uk search.excite.es search.excite.nl *.excite.com excite.co.jp',
  },
  Rambler: { hosts: 'nova.rambler.ru rambler.ru' },
  'Mail.ru Search': { hosts: 'go.mail.ru sm.aport.ru' },
  Sputnik: { hosts: 'sputnik.ru' },
  Nigma: { hosts: 'nigma.ru' },
  Ask: {
    hosts: '*.ask.com ask.co.uk ask.reference.com askkids.com *.search-results.com *.qbyrd.com searchqu.com *.teoma.com',
    tags: 'askcom',
  },
  AOL: {
    hosts: `aol.com search.aol.com search.aol.it *.search.aol.com aolsearch.aol.com find.web.aol.com *.aolsearch.com search.aol.co.uk
      aolsearch.aol.co.uk *.aolrecherche.aol.fr *.aolrecherches.aol.fr *.aolimages.aol.fr recherche.aol.fr recherche.aol.ca sucheaol.aol.de
      suche.aol.de o2suche.aol.de suche.aolsvc.de aolbusqueda.aol.com.mx alicesuche.aol.de alicesuchet.aol.de suchet2.aol.de
      search.hp.my.aol.com.au search.hp.my.aol.de search.hp.my.aol.it search-intl.netscape.com`,
  },
  Lycos: { hosts: 'lycos.{} search.lycos.{}', endings: 'com de fr it es co.uk nl at ch co.jp' },
  AltaVista: { hosts: '*.altavista.{}', endings: 'com de fr' },
  Dogpile: { hosts: '*.dogpile.com' },
  WebCrawler: { hosts: '*.webcrawler.com *.metacrawler.com *.metacrawler.de' },
  InfoSpace: { hosts: '*.infospace.com *.inspsearch.com *.webfetch.com tattoodle.com' },
  'Info.com': { hosts: 'info.com' },
  'Search.com': { hosts: 'search.com' },
  'Search.ch': { hosts: 'search.ch' },
  Yippy: { hosts: '*.yippy.com clusty.com' },
  Gigablast: { hosts: '*.gigablast.com' },
  Entireweb: { hosts: '*.entireweb.com' },
  Exalead: { hosts: '*.exalead.com *.exalead.fr' },
  Gibiru: { hosts: '*.gibiru.com' },
  ZapMeta: { hosts: '*.zapmeta.{} *.zapmetasearch.{}', endings: 'com de fr nl es it at ch be co.uk com.br pl ws' },
  Babylon: { hosts: 'search.babylon.com searchassist.babylon.com isearch.babylon.com' },
  Rakuten: { hosts: 'websearch.rakuten.co.jp' },
  Disconnect: { hosts: 'search.disconnect.me' },
  'T-Online': { hosts: 'suche.t-online.de brisbane.t-online.de navigationshilfe.t-online.de' },
  'WEB.DE Search': { hosts: 'suche.web.de m.suche.web.de' },
  'GMX Search': { hosts: 'suche.gmx.net search.gmx.com suche.gmx.at suche.gmx.ch' },
  '1&1 Search': { hosts: 'search.1und1.de suche.1und1.de' },
  Virgilio: {
    hosts: 'ricerca.virgilio.it ricercaimmagini.virgilio.it ricercavideo.virgilio.it ricercanews.virgilio.it mobile.virgilio.it',
  },
  Onet: { hosts: 'szukaj.onet.pl' },
  'Wirtualna Polska': { hosts: 'szukaj.wp.pl' },
  Centrum: { hosts: 'search.centrum.cz searchatlas.centrum.cz morfeo.centrum.cz' },
  Zoznam: { hosts: 'zoznam.sk' },
  'Najdi.si': { hosts: 'najdi.si' },
  Kvasir: { hosts: 'kvasir.no' },
  Startsiden: { hosts: 'startsiden.no' },
  ABCsøk: { hosts: '*.abcsok.no' },
  Eniro: { hosts: 'eniro.se' },
  SAPO: { hosts: 'pesquisa.sapo.pt' },
  UOL: { hosts: 'busca.uol.com.br' },
  Terra: { hosts: 'buscador.terra.{}', endings: 'es cl com.br com.mx com.ar' },
  'Orange Search': { hosts: 'lemoteur.orange.fr busca.orange.es lemoteur.ke.voila.fr search.ke.voila.fr lemoteur.fr' },
  'Meta.ua': { hosts: 'meta.ua' },
};

/**
 * Hosts of search pages of portals, internet providers, directories and toolbars, including closed ones for imported history. The host
 * is the name of the source.
 */
export const SEARCH_HOSTS = `
  1.cz foretag.118700.se webben.118700.se 118700.se *.123people.com 123people.de 123people.fr 123people.co.uk 1881.no
  *.abacho.com *.abacho.de *.abacho.co.uk *.abacho.at *.abacho.fr *.abacho.es *.abacho.ch *.abacho.it acoon.de aguea.com *.aguea.com
  alexa.com search.toolbars.alexa.com rechercher.aliceadsl.fr all.by allaverksamheter.se allesklar.de allesklar.at allesklar.ch
  alltheinternet.com alltheweb.com alohafind.com apollo.lv apollo7.de arama.com arcor.de arianna.com arianna.libero.it ariadna.elmundo.es
  search.auone.jp sp-search.auone.jp sp-web.search.auone.jp sp-image.search.auone.jp *.austronaut.at search.avast.com search.avg.com
  isearch.avg.com search.abv.bg search.alot.com netlavis.azione.jp benefind.de cgi.search.biglobe.ne.jp images.search.biglobe.ne.jp
  blekko.com blogdigger.com blogpulse.com blogs.icerocket.com search.bluewin.ch search.b1.org search.bt.com cercato.it charter.net
  search.chatzum.com search.chedot.com chercherfr.aguea.com claro-search.com pesquisa.clix.pt search.comcast.net websearch.cs.com
  search.conduit.com images.search.conduit.com crawler.com cuil.com *.daemon-search.com darkoogle.com search.darkoogle.com *.dasoertliche.de
  *.dastelefonbuch.de otsing.delfi.ee smart.delfi.lv *.delta-search.com *.dir.com *.dmoz.org search.smt.docomo.ne.jp
  image.search.smt.docomo.ne.jp search.dolphin-browser.jp search.earthlink.net eo.st epicsearch.in eurip.com euroseek.com everyclick.com
  search.f-secure.com searches.f-secure.com search.azby.fmworld.net fastbrowsersearch.com fastweb.it search.fbdownloader.com find.tdc.dk
  findhurtig.dk fireball.de fireball.com firstsfind.com fixsuche.de flix.de search.fooooo.com search.foxtab.com
  recherche.francite.com search.free.fr search1-1.free.fr search1-2.free.fr search.freecause.com suche.freenet.de search.frontier.com
  gais.cs.ccu.edu.tw search.genieo.com geona.net gfsoso.com gnadenmeer.de gomeo.com gooofullsearch.com goyellow.de gulesider.no
  search.handycafe.com jp.hao123.com highbeam.com req.hit-parade.com class.hit-parade.com hit-parade.com search.hiyo.com holmes.ge
  home.kingsoft.jp home.speedbit.com hooseek.com hotbot.com icq.com search.icq.com ilse.nl search.imesh.com search.iminent.com *.inbox.com
  search.incredibar.com *.incredimail.com google.interia.pl
  start.iplay.com isearch.glarysoft.com isodelen.se it.luna.tv jungle-spider.de junglekey.com junglekey.fr juniorsafesearch.com
  search.juno.com jwsearch.jword.jp jyxo.1188.cz k9safesearch.com kadaza.com kataweb.it kensaq.com search.kiwee.com kwzf.net laban.vn
  latne.lv start.lenovo.com search.leonardo.it lo.st localmoxie.com lookany.com search.lookseek.com looksmart.com maailm.com
  search.magentic.com *.mamma.com meinestadt.de mister-wong.com mister-wong.de monstercrawler.com monumentbrowser.com mozbot.fr
  mozbot.co.uk mozbot.com myprivatesearch.com *.mysearch.com *.mysearch.myway.com search.myway.com search.mywebsearch.com
  searchservice.myspace.com search.nan.so ko.search.need2find.com neti.ee search.nifty.com videosearch.nifty.com cgi2.nintendo.co.jp
  search.offerbox.com online.no only-search.com optuszoo.com.au p.zhongsou.com paperball.de extern.peoplecheck.de search.peoplepc.com
  picsearch.com plazoo.com plusnetwork.com poisk.ru privacywall.org search.qip.ru *.qualigo.at *.qualigo.ch *.qualigo.de *.qualigo.nl
  quendu.com riksdelen.se rpmfind.net fr2.rpmfind.net search.rr.com scour.com searchalot.com searchcanvas.com
  search.searchcompletion.com *.searchlock.com searches.safehomepage.com searches.vi-view.com searches3.globososo.com
  searchmobileonline.com searchresults.verizon.com searchy.co.uk searchya.com search.seesaa.jp *.setooz.com sharelook.fr skynet.be sm.de
  search.smartaddressbar.com search.smartshopping.com search.snap.do so-net.ne.jp video.so-net.ne.jp search.softonic.com soso.com
  start.facemoods.com start.funmoods.com startab.me startgoogle.startpagina.nl suche.info suchmaschine.com suchnase.de surfcanyon.com
  search.sweetim.com swiggle.org.uk talimba.com talktalk.co.uk tarmot.com technorati.com search.tiscali.it search-dyn.tiscali.it
  hledani.tiscali.cz tixuma.de toile.com web.toile.com *.toolbarhome.com torry.io trouvez.com trovarapido.com trusted-search.com
  search.trustnav.com tusksearch.com twingly.com url.org search.v9.com vinden.nl vindex.nl search.vindex.nl web.volny.cz vuhuv.com
  walhello.info walhello.com walhello.de walhello.nl search.walla.co.il web.canoe.ca web.nl weborama.fr search.webssearches.com
  websearch.com *.wedoo.com search.winamp.com witch.de woopie.jp wow.com *.wow.com search.www.ee x-recherche.com search.xfinity.com
  search.yam.com *.yasni.de *.yasni.com *.yasni.co.uk *.yasni.ch *.yasni.at yatedo.com yatedo.fr yellowmap.de yongzin.com yougoo.fr
  ys.mirostart.com www3.zoek.nl zoeken.nl search.zonealarm.com zoohoo.cz zxuso.com wwwgoogle.com wsdsold.infospace.com`;
