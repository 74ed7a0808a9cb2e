/** Who helps with gambling, outside this site: name, address and country. Operators edit this list; web/README says how. */

export interface Organisation {
  name: string;
  /** The page a player lands on, over https. */
  address: string;
  /** The two letters of ISO 3166; absent where people of every country are helped. */
  country?: string;
}

/** In the order in which they are shown. */
export const organisations: readonly Organisation[] = [
  { name: 'Gambling Therapy', address: 'https://www.gamblingtherapy.org/' },
  { name: 'Gamblers Anonymous', address: 'https://www.gamblersanonymous.org/' },
  { name: 'GamCare', address: 'https://www.gamcare.org.uk/', country: 'GB' },
  { name: 'Jugadores Anónimos', address: 'https://www.jugadoresanonimos.org/', country: 'ES' },
];
