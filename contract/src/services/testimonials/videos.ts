/** A video on a permitted host. */
interface Video {
  host: 'YouTube' | 'Vimeo' | 'Loom';
  /** Page of the video. */
  url: string;
  /** Player for a frame, which starts immediately and sets as few cookies as the host permits. */
  playerUrl: string;
}

/** Origins of the players, for content security policies. */
export const VIDEO_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', 'https://www.loom.com'] as const;

const YOUTUBE =
  /^https:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|embed\/)|youtu\.be\/)([\w-]{11})(?:[?&#]|$)/;
const VIMEO = /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,12})(?:\/(\w{6,20}))?(?:[?#]|$)/;
const LOOM = /^https:\/\/(?:www\.)?loom\.com\/(?:share|embed)\/([0-9a-f]{32})(?:[?#]|$)/;

/** Returns the video of a URL, or undefined if its host or form is not permitted. */
export function parseVideo(text: string): Video | undefined {
  const [, youtube] = YOUTUBE.exec(text) ?? [];
  if (youtube)
    return {
      host: 'YouTube',
      url: `https://www.youtube.com/watch?v=${youtube}`,
      playerUrl: `${VIDEO_ORIGINS[0]}/embed/${youtube}?autoplay=1`,
    };
  const [, vimeo, hash] = VIMEO.exec(text) ?? [];
  if (vimeo)
    return {
      host: 'Vimeo',
      url: `https://vimeo.com/${vimeo}${hash ? `/${hash}` : ''}`,
      playerUrl: `${VIDEO_ORIGINS[1]}/video/${vimeo}?${hash ? `h=${hash}&` : ''}autoplay=1&dnt=1`,
    };
  const [, loom] = LOOM.exec(text) ?? [];
  return loom
    ? { host: 'Loom', url: `https://www.loom.com/share/${loom}`, playerUrl: `${VIDEO_ORIGINS[2]}/embed/${loom}?autoplay=1` }
    : undefined;
}
