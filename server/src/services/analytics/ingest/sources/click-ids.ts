/** Facts of a click id: a query parameter by which a service recognizes a click. The value of the parameter is not kept. */
export interface ClickId {
  /** Name of the service in `SOURCES`; undefined for software that is used by many senders. */
  source?: string;
  /** The `utm_medium` that the parameter implies if the URL has none. */
  medium?: string;
}

const paid = (source: string): ClickId => ({ source, medium: 'cpc' });
const organic = (source: string): ClickId => ({ source });
const email: ClickId = { medium: 'email' };
const affiliate: ClickId = { medium: 'affiliate' };

/**
 * Click ids by parameter, in lower case. If a URL has several, the first one in this table counts. Facebook, Instagram, Yandex and the
 * free listings of Google also add click ids to organic links: these determine the source, but not the medium.
 */
export const CLICK_IDS: ReadonlyMap<string, ClickId> = new Map(
  Object.entries({
    dclid: { source: 'Google', medium: 'display' },
    gclid: paid('Google'),
    gbraid: paid('Google'),
    wbraid: paid('Google'),
    gad_source: paid('Google'),
    gad_campaignid: paid('Google'),
    gclsrc: paid('Google'),
    msclkid: paid('Bing'),
    ttclid: paid('TikTok'),
    li_fat_id: paid('LinkedIn'),
    twclid: paid('X'),
    rdt_cid: paid('Reddit'),
    sccid: paid('Snapchat'),
    scid: paid('Snapchat'),
    epik: paid('Pinterest'),
    qclid: paid('Quora'),
    yclid: paid('Yandex'),
    fbclid: organic('Facebook'),
    igshid: organic('Instagram'),
    igsh: organic('Instagram'),
    ysclid: organic('Yandex'),
    srsltid: organic('Google'),
    irclickid: affiliate,
    cjevent: affiliate,
    sscid: affiliate,
    mc_cid: email,
    mc_eid: email,
    _hsenc: email,
    _hsmi: email,
    mkt_tok: email,
    vero_id: email,
    vero_conv: email,
    oly_anon_id: email,
    oly_enc_id: email,
    ck_subscriber_id: email,
  } satisfies Record<string, ClickId>),
);
