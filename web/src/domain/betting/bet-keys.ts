/** Where bets lie in the query cache. */

/** Everything below this key is read again when a bet changes. */
export const betKeys = ['betting', 'bets'] as const;

export const betKey = (id: string) => [...betKeys, 'one', id] as const;
