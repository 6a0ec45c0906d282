// Runs on every page of a website, so its size is limited (`npm run check`): one scope, no library.
import { findKey } from './tag.ts';
import { startTracker } from './tracker.ts';

// Modules do not know their tag.
const tag = (document.currentScript as HTMLScriptElement | null) ?? [...document.scripts].find(findKey);
const key = tag && findKey(tag);
// Frames with `srcdoc` and empty frames are not pages.
if (location.protocol !== 'about:') {
  if (key) {
    const { q = [], user } = self.earshot ?? {};
    // A script that is evaluated again, for example by Turbo, continues with the tracker that it started before.
    const track = ((self.earshotTrackers ??= {})[key] ??= startTracker(tag, key));
    if (user) track.identify(user);
    for (const call of q) track(...call);
    self.earshot = track;
  } else console.error('Earshot: no valid data-key');
}
