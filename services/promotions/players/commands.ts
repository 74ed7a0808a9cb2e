/** Use cases of players: stores what auth and risk publish about them, and reads the keys of the person behind each account. */
import type { Received } from '@fairline/chassis/messaging/inbox';
import type { Tx } from '@fairline/chassis/storage/postgres';
import type { mailEvents } from '@fairline/proto/auth/mail';
import type { userEvents } from '@fairline/proto/auth/users';
import type { Infer } from '@fairline/proto/contract';
import type { harmEvents } from '@fairline/proto/risk/harm';
import type { Promotions } from '../config.ts';
import { type Person, readPerson } from './peers.ts';
import * as store from './store.ts';

type Registered = Received<Infer<typeof userEvents.userRegistered.data>>;
type Confirmed = Received<Infer<typeof mailEvents.emailVerified.data>>;
type Changed = Received<
  Pick<Infer<typeof userEvents.verificationChanged.data>, 'playerId' | 'status' | 'level' | 'jurisdiction'>
>;

/** The keys of a new player are read after this delay, because auth knows their device only once they have signed in. */
const keysAfterMs = 60_000;

export async function addPlayers({ clock }: Promotions, tx: Tx, events: readonly Registered[]): Promise<void> {
  const players = events.map(({ data, version, at }) => ({
    ...data,
    status: 'active' as const,
    registeredAt: at,
    version,
  }));
  await store.insertPlayers(tx, players, new Date(clock.now().getTime() + keysAfterMs));
}

export async function addConfirmedKeys(tx: Tx, events: readonly Confirmed[]): Promise<void> {
  await store.addKeys(
    tx,
    events.flatMap(({ data: { playerId, personKeys = [] } }) => personKeys.map((key) => ({ ...key, playerId }))),
  );
}

export async function changePlayers(tx: Tx, events: readonly Changed[]): Promise<void> {
  await store.changeStates(
    tx,
    events.map(({ data: { playerId, status, level, jurisdiction }, version }) => ({
      playerId,
      status,
      level,
      jurisdiction,
      version,
    })),
  );
}

/** Stores a player as auth just described them, with the keys of the person. */
export async function keepPerson(tx: Tx, person: Person, at: Date): Promise<void> {
  const { personKeys, ...player } = person;
  await store.savePerson(tx, { ...player, registeredAt: new Date(player.registeredAt) }, at);
  await store.addKeys(
    tx,
    personKeys.map((key) => ({ ...key, playerId: person.playerId })),
  );
  await store.setKeysRead(tx, [person.playerId], at);
}

const againMs = 60_000;
const personsPerRun = 20;

/** Reads the keys of players whose keys were never read, so that a linked account is known before it claims anything. */
export async function readKeys({ db, bus, clock }: Promotions): Promise<void> {
  const due = await store.claimKeysDue(db, clock.now(), againMs, personsPerRun);
  for (const playerId of due) {
    const person = await readPerson(bus, playerId);
    if (person) await db.tx((tx) => keepPerson(tx, person, clock.now()));
  }
}

type Scored = Received<Infer<typeof harmEvents.harmScoreChanged.data>>;

/** Stores the newest harm scores, and returns the players who are at risk now. It locks the players first, because claims and deposits read the score under this lock. */
export async function keepHarm(tx: Tx, events: readonly Scored[]): Promise<string[]> {
  const playerIds = events.map(({ data }) => data.playerId);
  await store.lockPlayers(tx, playerIds);
  await store.saveHarm(
    tx,
    events.map(({ data: { playerId, isAtRisk }, version }) => ({ playerId, version, isAtRisk })),
  );
  return [...(await store.atRiskAmong(tx, playerIds))];
}

/** Erases the data that links an account to others. The keys of its claims stay, so that the same person cannot claim those promotions again. */
export async function erasePlayers(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await store.eraseKeys(tx, playerIds);
  await store.eraseHarm(tx, playerIds);
}
