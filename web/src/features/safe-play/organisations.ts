/** Organisations that help with gambling: name, address and country. The house edits this list; see web/README. */

export interface Organisation {
  name: string;
  /** The page that the link opens, over https. */
  address: string;
  /** ISO 3166 code; absent if they help people of every country. */
  country?: string;
}

/** In the order in which they are shown. */
export const organisations: readonly Organisation[] = [
  { name: 'Gambling Therapy', address: 'https://www.gamblingtherapy.org/' },
  { name: 'Gamblers Anonymous', address: 'https://www.gamblersanonymous.org/' },
  { name: 'GamCare', address: 'https://www.gamcare.org.uk/', country: 'GB' },
  { name: 'Jugadores Anónimos', address: 'https://www.jugadoresanonimos.org/', country: 'ES' },
];
