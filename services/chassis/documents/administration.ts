/**
 * Prepares a service's database as the administrator, before the service starts: its collections and indexes, and its user with rights on documents alone.
 * Running it again changes nothing. Indexes are only added: one that a release no longer declares stays, because instances of the previous release may use it.
 */
import { mongo } from 'mongoose';
import { type Collection, type CollectionIndex, ownIndexes, unsentIndex } from './collection.ts';

export interface DocumentStore {
  /** The server, as its administrator. */
  readonly url: string;
  readonly database: string;
  /** The service's folder: the URL of a file in it. */
  readonly folder: string | URL;
  /** The user that the service connects as; undefined for a server without users. */
  readonly user?: { readonly name: string; readonly password: string } | undefined;
}

/** The rights of a service: it reads and writes documents, but neither makes nor drops collections and indexes. */
const actions = ['find', 'insert', 'update', 'remove', 'listCollections', 'listIndexes', 'collStats', 'dbStats'];
const alreadyThere = new Set([51_002, 51_003]);

/** The collections that a service declares in collections.ts. */
export async function collectionsOf(folder: string | URL): Promise<readonly Collection[]> {
  const { collections } = (await import(new URL('./collections.ts', folder).href)) as {
    collections: readonly Collection[];
  };
  return collections;
}

export async function prepareDocuments({ url, database, folder, user }: DocumentStore): Promise<void> {
  await withClient(url, async (client) => {
    const db = client.db(database);
    for (const [name, indexes] of wantedIndexes(await collectionsOf(folder))) {
      await db.createCollection(name).catch((error: { code?: number }) => {
        if (error.code !== 48) throw error;
      });
      for (const { keys, ...options } of indexes)
        await db.collection(name).createIndex(keys, { name: indexName({ keys }), ...options });
    }
    if (!user) return;
    const role = { role: 'documents', db: database };
    const privileges = [{ resource: { db: database, collection: '' }, actions }];
    await createOrUpdate(
      db,
      { createRole: role.role, privileges, roles: [] },
      { updateRole: role.role, privileges, roles: [] },
    );
    const rights = { pwd: user.password, roles: [role] };
    await createOrUpdate(db, { createUser: user.name, ...rights }, { updateUser: user.name, ...rights });
  });
}

async function createOrUpdate(
  db: mongo.Db,
  create: Record<string, unknown>,
  update: Record<string, unknown>,
): Promise<void> {
  try {
    await db.command(create);
  } catch (error) {
    if (!alreadyThere.has((error as { code?: number }).code ?? 0)) throw error;
    await db.command(update);
  }
}

/** Creates the administrator of a new server, which accepts the first user from any client on its own machine. */
export async function settleAdministrator(url: string): Promise<void> {
  const { username, password } = new URL(url);
  try {
    await withClient(url, (client) => client.db('admin').command({ listDatabases: 1, nameOnly: true }));
  } catch (error) {
    if ((error as { code?: number }).code !== 18) throw error;
    const open = Object.assign(new URL(url), { username: '', password: '' }).href;
    const user = { createUser: decodeURIComponent(username), pwd: decodeURIComponent(password), roles: ['root'] };
    await withClient(open, (client) => client.db('admin').command(user));
  }
}

/** Refuses a database that can be read without signing in. The URL must name a user, and the server must refuse a stranger. */
export async function requireUsers(url: string, service: string): Promise<void> {
  const refuse = (why: string): never => {
    throw new Error(
      `Outside demo mode the documents of ${service} need a MongoDB with users: ${why}. FAIRLINE_MONGO_OPEN=1 allows it, for trying out.`,
    );
  };
  const userInfo = /(?<=^mongodb(\+srv)?:\/\/)[^/@]+@/;
  if (!userInfo.test(url)) refuse('MONGO_URL names no user');
  const isOpen = await withClient(url.replace(userInfo, ''), async (client) => {
    await client.db().listCollections().toArray();
    return true;
  }).catch((error: unknown) => {
    if (!(error instanceof mongo.MongoServerError)) throw error;
    return false;
  });
  if (isOpen) refuse('this one can be read without a password');
}

/** Refuses a database without the indexes of this release. */
export async function requireIndexes(
  client: mongo.MongoClient,
  service: string,
  collections: readonly Collection[],
): Promise<void> {
  for (const [name, indexes] of wantedIndexes(collections)) {
    const present = await client
      .db()
      .collection(name)
      .indexes()
      .catch((error: { code?: number }) => {
        if (error.code === 26) return [];
        throw error;
      });
    const names = new Set(present.map((index) => index.name));
    const missing = ['_id_', ...indexes.map(indexName)].find((index) => !names.has(index));
    if (missing)
      throw new Error(
        `the documents of ${service} lack index ${missing} of ${name}: the administrator makes it, with prepareDocuments of services/chassis/documents/administration.ts`,
      );
  }
}

/** The version of the server; undefined while it accepts no commands from the user in the URL. */
export async function mongoVersion(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { version } = await client.db('admin').command({ buildInfo: 1 });
    await client.db('admin').command({ listDatabases: 1, nameOnly: true });
    return String(version);
  }).catch(() => undefined);
}

async function withClient<T>(url: string, work: (client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const isOneServer = /^mongodb:\/\/[^,/]+(\/|$)/.test(url) && !url.includes('replicaSet=');
  const client = new mongo.MongoClient(url, {
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    directConnection: isOneServer,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

function wantedIndexes(collections: readonly Collection[]): [string, readonly CollectionIndex[]][] {
  const declared = collections.map(({ name, indexes }): [string, readonly CollectionIndex[]] => [
    name,
    [...indexes, unsentIndex],
  ]);
  const taken = declared.find(([name]) => name in ownIndexes);
  if (taken) throw new Error(`the name ${taken[0]} of a collection belongs to chassis`);
  return [...Object.entries(ownIndexes), ...declared];
}

const indexName = ({ keys }: CollectionIndex) =>
  Object.entries(keys)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_');
