export const waitlistName: string = 'Waitlist';
