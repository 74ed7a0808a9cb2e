/**
 * The rights of a service on the tables of its database. They belong to another role, which migrates them, so that a service
 * can neither change a table nor switch off a trigger, whatever runs in its process.
 */
import type pg from 'pg';

/** The role of a service, which has the name of its database. */
export const serviceRole = (service: string) => `fairline_${service}`;
/** The role that owns the database and everything in it. */
export const ownerRole = (service: string) => `${serviceRole(service)}_owner`;

/** The privileges on a table by default. */
const usual = 'delete, insert, select, update';
/** The privileges on a table with a trigger `append_only`. */
const appendOnly = 'insert, select';
/** The privileges on tables of chassis. Rows of the outbox cannot be changed either; fingerprints of operator actions are written by a trigger only. */
const narrower: Readonly<Record<string, string>> = {
  migrations: 'select',
  outbox: appendOnly,
  operator_actions: 'select',
  relay: 'select, update',
};

/** The current privileges of a role on each table. Partitions are left out, because they are used through their table. */
const found = `select format('%I', c.relname) as name,
  coalesce((select string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) from aclexplode(c.relacl) a where a.grantee = r.oid), '') as rights,
  exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'append_only') as "appendOnly"
  from pg_class c, pg_roles r
  where r.rolname = $1 and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition`;

/** Grants a service its rights, as the owner. Grants that are already correct are left alone. */
export async function grantRights(client: pg.Client, service: string): Promise<void> {
  const role = serviceRole(service);
  const { rows } = await client.query<{ name: string; rights: string; appendOnly: boolean }>(found, [role]);
  if (rows.length === 0) throw new Error(`the role ${role} is missing: the administrator of the server makes it`);
  const changes = rows.flatMap(({ name, rights, appendOnly: isAppendOnly }) => {
    const wanted = narrower[name] ?? (isAppendOnly ? appendOnly : usual);
    return rights === wanted ? [] : [`revoke all on ${name} from ${role}; grant ${wanted} on ${name} to ${role};`];
  });
  if (changes.length > 0) await client.query(`begin; ${changes.join(' ')} commit`);
}
