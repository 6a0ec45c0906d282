import Bowser from 'bowser';
import { isbot } from 'isbot';
import { memoize } from '../async/memoize.ts';

export interface Device {
  device: string;
  browser: string;
  os: string;
  /** Reason of the classification as a bot; empty for people. */
  bot: string;
  /** Whether the client is not a browser, but a script, an app or a server. */
  isLibrary: boolean;
}

const UNKNOWN: Device = { device: '', browser: '', os: '', bot: '', isLibrary: true };
const PLATFORMS: Record<string, string> = { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet', tv: 'TV' };
const BROWSER_NAMES: Record<string, string> = { 'Microsoft Edge': 'Edge', Miui: 'MIUI Browser', Mozilla: '' };

/** Matches User-Agents of HTTP libraries by their start. */
const LIBRARY = new RegExp(
  `^(${`curl pycurl libcurl wget aria2 httpie xh node node-fetch undici axios got ky needle superagent bun deno python aiohttp httpx urllib3
    grequests mechanize go-http-client go-resty fasthttp okhttp java jakarta apache-httpclient asynchttpclient ktor vert.x-webclient unirest
    ruby faraday typhoeus httparty rest-client excon http.rb guzzle guzzlehttp php pecl symfony dart reqwest hyper ureq restsharp dotnet
    hackney req mint finch elixir libwww-perl lwp mojolicious winhttp powershell postmanruntime insomnia bruno k6 hoppscotch
    thunder earshot`
    .trim()
    .split(/\s+/)
    .map((name) => name.replaceAll('.', String.raw`\.`))
    .join('|')})(?![\\w])|WindowsPowerShell/`,
  'i',
);

/** Browsers and in-app browsers that Bowser reports as the browser that they are based on. The first match counts. */
const BROWSERS: [RegExp, string][] = [
  [/\bDuckDuckGo\/|\bDdg\//, 'DuckDuckGo'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/OculusBrowser\//, 'Meta Quest Browser'],
  [/PicoBrowser\//, 'PICO Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/PlayStation/i, 'PlayStation'],
  [/NintendoBrowser\/|\bNintendo 3DS\b/, 'Nintendo Browser'],
  [/\bKAIOS\//i, 'KaiOS Browser'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bBarcelona \d/, 'Threads'],
  [/FBAN\/Messenger|FB_IAB\/MESSENGER|FB_IAB\/Orca-Android/, 'Messenger'],
  [/\bFBA[NV]\/|\bFB_IAB\//, 'Facebook'],
  [/\bmusical_ly|\btrill_|BytedanceWebview|\bTikTok\b/, 'TikTok'],
  [/LinkedInApp\b/, 'LinkedIn'],
  [/\bSnapchat\//, 'Snapchat'],
  [/\[Pinterest\/|\bPinterest for\b/, 'Pinterest'],
  [/\bTwitter for|\bTwitterAndroid\b/, 'X'],
  [/\bReddit\//, 'Reddit'],
  [/\bLine\/\d/, 'LINE'],
  [/\bKAKAOTALK\b/, 'KakaoTalk'],
  [/\bNAVER\(inapp/, 'NAVER'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bGSA\//, 'Google app'],
  [/; wv\)/, 'Android WebView'],
];

/** Operating systems that Bowser does not distinguish, with their device types. */
const SYSTEMS: [RegExp, { os: string; device: string }][] = [
  [/\bCrOS\b/, { os: 'Chrome OS', device: 'Desktop' }],
  [/PlayStation/i, { os: 'PlayStation', device: 'Console' }],
  [/\bXbox\b/, { os: 'Xbox', device: 'Console' }],
  [/\bNintendo\b/, { os: 'Nintendo', device: 'Console' }],
  [/\bKAIOS\//i, { os: 'KaiOS', device: 'Mobile' }],
  [/OculusBrowser\/|\bQuest( \d| Pro)\b/, { os: 'Meta Horizon OS', device: 'Headset' }],
  [/\biPad\b/, { os: 'iPadOS', device: 'Tablet' }],
  // These browsers exist on phones and tablets only; the User-Agent of a Mac means that the desktop site was requested.
  [/\bMacintosh\b.*\b(CriOS|FxiOS|EdgiOS)\//, { os: 'iPadOS', device: 'Tablet' }],
];
const DEVICES: [RegExp, string][] = [
  [/PicoBrowser\//, 'Headset'],
  [/\bAFT[A-Z]|\bSMART-TV\b|\bSmartTV\b|\bSmart TV\b|GoogleTV|BRAVIA|\bCrKey\b|\bHbbTV\b|\bRoku\b|AppleTV|\bTV Safari\b/, 'TV'],
];

/** The model in the User-Agent of an Android phone whose name looks like that of a bot, such as Logicom's “M BOT 551” and “B BOT TAB 71”. */
const BOT_PHONE = /(\(Linux; (?:U; )?Android [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)[a-z][ _-]?bot(?![a-z])[^;()/]*/i;

const findRule = <T>(rules: [RegExp, T][], userAgent: string): T | undefined =>
  rules.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Returns device type, browser and operating system of a User-Agent, and whether the client is a bot. */
export const readUserAgent = memoize((userAgent: string): Device => {
  if (!userAgent || LIBRARY.test(userAgent)) return UNKNOWN;
  const { platform, browser, os } = Bowser.parse(userAgent);
  const system = findRule(SYSTEMS, userAgent);
  const name = browser.name ?? '';
  return {
    device: system?.device ?? findRule(DEVICES, userAgent) ?? PLATFORMS[platform.type ?? ''] ?? '',
    browser: findRule(BROWSERS, userAgent) ?? BROWSER_NAMES[name] ?? name,
    os: system?.os ?? os.name ?? '',
    bot: /headless/i.test(userAgent) ? 'headless' : isbot(userAgent.replace(BOT_PHONE, '$1')) ? 'crawler' : '',
    isLibrary: false,
  };
});

/** Maximum screen widths in CSS pixels. Screens of Macs are wider. */
const MAX_IPAD_WIDTH = 1032;
const MAX_IPHONE_WIDTH = 480;

/**
 * Distinguishes iPads and iPhones from Macs by the screen width in CSS pixels. Safari sends the User-Agent of a Mac when it requests
 * desktop sites, which is the default on iPads.
 */
export function correctByScreen(device: Device, screenWidth: number | undefined): Device {
  if (!screenWidth || screenWidth > MAX_IPAD_WIDTH) return device;
  const isAmbiguous = device.os === 'iPadOS' || (device.os === 'macOS' && ['Safari', 'DuckDuckGo'].includes(device.browser));
  if (!isAmbiguous) return device;
  return screenWidth <= MAX_IPHONE_WIDTH
    ? { ...device, os: 'iOS', device: 'Mobile' }
    : { ...device, os: 'iPadOS', device: 'Tablet' };
}
