export const waitlistName = 'Warteliste';
