export const waitlistName = 'Lista de espera';
