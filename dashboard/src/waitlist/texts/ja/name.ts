export const waitlistName = 'ウェイトリスト';
