/** Query keys of bets. */

/** Queries below this key are refetched when a bet changes. */
export const betKeys = ['betting', 'bets'] as const;

export const betKey = (id: string) => [...betKeys, 'one', id] as const;
