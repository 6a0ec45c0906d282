// cspell:disable (names)
export const FIRST_NAMES = [
  'Ada', 'Amara', 'Anders', 'Beatriz', 'Bram', 'Carmen', 'Chidi', 'Clara', 'Daniel', 'Dilara', 'Elena', 'Emeka', 'Farah', 'Felix',
  'Grace', 'Hana', 'Henrik', 'Ines', 'Ivo', 'Jamal', 'Jonas', 'Kaito', 'Kira', 'Lars', 'Leila', 'Lucia', 'Mateo', 'Mei', 'Mira',
  'Nadia', 'Noah', 'Olga', 'Omar', 'Paula', 'Priya', 'Quentin', 'Rafael', 'Rosa', 'Sami', 'Sofia', 'Tariq', 'Tess', 'Uma', 'Viktor',
  'Wanda', 'Yara', 'Yusuf', 'Zoe',
]; // prettier-ignore
export const LAST_NAMES = [
  'Abebe', 'Andersson', 'Baker', 'Bianchi', 'Castillo', 'Chen', 'Costa', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Hassan', 'Hughes',
  'Ito', 'Jansen', 'Kowalski', 'Kumar', 'Lindqvist', 'Lopez', 'Martin', 'Meyer', 'Moreau', 'Nakamura', 'Novak', 'Okafor', 'Olsen',
  'Patel', 'Pereira', 'Quinn', 'Rossi', 'Santos', 'Schmidt', 'Silva', 'Tanaka', 'Torres', 'Usman', 'Vega', 'Walker', 'Weber', 'Wong',
]; // prettier-ignore
export const COMPANIES = [
  'Northlight Studio', 'Brackwater', 'Pine & Paper', 'Oakline', 'Studio Meridian', 'Kestrel Films', 'Lumen Labs', 'Hollow Tree',
  'Blue Ferry', 'Parcel & Co', 'Atelier Nord', 'Copperfield', 'Quarry Digital', 'Tidal Works', 'Foxglove', 'Marble Arch Design',
]; // prettier-ignore
// cspell:enable
export const ROLES = [
  'Founder',
  'Studio manager',
  'Designer',
  'Engineer',
  'Accountant',
  'Head of operations',
  'Freelancer',
  'Producer',
];
