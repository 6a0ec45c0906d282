/** Replaces the poster of a video by its player. Nothing of the host is loaded before. */
export function playVideo(poster: HTMLAnchorElement): void {
  const player = document.createElement('iframe');
  player.className = 'video';
  player.src = poster.dataset.player ?? '';
  player.title = poster.getAttribute('aria-label') ?? '';
  player.allow = 'autoplay; fullscreen; picture-in-picture';
  player.allowFullscreen = true;
  poster.replaceWith(player);
  player.focus();
}
