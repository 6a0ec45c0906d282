export const waitlistName = 'Liste d’attente';
