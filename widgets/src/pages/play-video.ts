// Replaces the poster of a video by its player when the poster is clicked.
import { playVideo } from '../dom.ts';

document.addEventListener('click', (event) => {
  const poster = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.video') : null;
  // Other clicks open the page of the video in a tab.
  if (poster && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    playVideo(poster);
  }
});
