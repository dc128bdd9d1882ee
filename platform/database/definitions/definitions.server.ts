import type pg from 'pg'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'
import { createCompositeTypes } from './composite-types.server.ts'
import { describeReapplied, readDefinitions } from './definition-changes.server.ts'
import type { Release } from '#platform/database/release.ts'
import {
  inTransaction,
  listSql,
  lockAllTables,
  readSql,
  runFile,
  sha256Of,
  type LockRetries,
} from '#platform/database/sql-files.server.ts'

/**
 * `definitions` has the current triggers, procedures and policies, `definition_history` all earlier ones in
 * order. `migrations` says which release applied each one, and the oldest release that works with it.
 */
export const DEFINITION_TABLES = `
  create table if not exists ninth_bend.definitions (
    only_row boolean primary key default true check (only_row), sha256 text not null, applied_at timestamptz not null default now());
  alter table ninth_bend.definitions
    add column if not exists release integer not null default 1, add column if not exists oldest_compatible integer not null default 1;
  alter table ninth_bend.migrations
    add column if not exists release integer, add column if not exists oldest_compatible integer;
  create table if not exists ninth_bend.definition_history (
    sha256 text primary key, position integer not null);
  insert into ninth_bend.definition_history (sha256, position)
  select sha256, 1 from ninth_bend.definitions where sha256 <> '' and not exists (select from ninth_bend.definition_history)`

/** A backup of millions of orders locks their tables for minutes; everything that waits for this start would wait as long. */
const DEFINITIONS_LOCK_RETRIES: LockRetries = { retryMs: 600_000, waitsAfterwards: false }

/** The files create all triggers again, so that those that they no longer have are gone. */
const DROP_TRIGGERS = `
  do $$
  declare
    v_drop text;
  begin
    for v_drop in
      select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass)
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'accounts')) and not t.tgisinternal
      union all
      select format('drop function %s', p.oid::regprocedure) from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
         and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    loop
      execute v_drop;
    end loop;
  end $$`

type State = { release: number; sha256: string; oldest_compatible: number }

/** Null for an empty database. Throws if the database was upgraded by a release that this one cannot work with. */
export async function readDefinitionState(client: pg.Client, release: Release): Promise<State | null> {
  const { rows } = await client.query<State>(
    `select release, sha256, greatest(oldest_compatible, (select max(m.oldest_compatible) from ninth_bend.migrations m)) as oldest_compatible
       from ninth_bend.definitions`,
  )
  const [state] = rows
  if (state && state.oldest_compatible > release.number) throw tooOldError(state, release)
  return state ?? null
}

const tooOldError = (state: State, { number }: Release) =>
  new DatabaseStartupError(
    `This database was upgraded by a newer version of the shop and cannot be used by this one: it needs release ${state.oldest_compatible} or newer, this is release ${number}. ` +
      'Start the newer version on this node; to go back to this version, restore a backup made before the upgrade.',
  )

/** `keepsNewer` if the database keeps the definitions of a newer build; `line` is for the operator. */
export async function applyDefinitions(
  client: pg.Client,
  tree: string,
  {
    release,
    reapplies,
    lockRetries = DEFINITIONS_LOCK_RETRIES,
  }: { release: Release; reapplies: boolean; lockRetries?: LockRetries | undefined },
): Promise<{ keepsNewer: boolean; line: string | null }> {
  // A subject may use what the platform defines.
  const listDefinitions = (folder: string) =>
    ['platform', 'features'].flatMap((top) => listSql(tree, `${top}/**/${folder}/*.sql`))
  const procedures = listDefinitions('sql')
  const ofTables = [...listDefinitions('triggers'), readSql(tree, 'platform/database/policies.sql')]
  const sha256 = sha256Of(
    [...procedures, ...ofTables].map((file) => `${file.path} ${file.sha256}`).join('\n'),
  )
  const state = await readDefinitionState(client, release)
  if (state?.sha256 === sha256 && state.release === release.number && !reapplies)
    return { keepsNewer: false, line: null }
  if (state && !reapplies && (await isOlder(client, { release, sha256 }, state)))
    return { keepsNewer: true, line: newerDefinitionsNotice(state, release) }
  let line: string | null = null
  await inTransaction(
    client,
    async () => {
      // Procedures may call each other in any file order.
      await client.query('set local check_function_bodies = off')
      const before = state && reapplies ? await readDefinitions(client) : null
      if (state?.sha256 !== sha256 || reapplies) {
        for (const file of await createCompositeTypes(client, procedures)) await runFile(client, file)
        await lockAllTables(client)
        await client.query(DROP_TRIGGERS)
        for (const file of ofTables) await runFile(client, file)
      }
      if (before) line = describeReapplied(before, await readDefinitions(client))
      await client.query(
        `insert into ninth_bend.definitions (sha256, release, oldest_compatible) values ($1, $2, $3)
       on conflict (only_row) do update set sha256 = excluded.sha256, release = excluded.release,
         oldest_compatible = excluded.oldest_compatible, applied_at = now()`,
        [sha256, release.number, release.oldestCompatible],
      )
      await client.query(
        `insert into ninth_bend.definition_history (sha256, position)
       select $1, coalesce(max(position), 0) + 1 from ninth_bend.definition_history on conflict do nothing`,
        [sha256],
      )
    },
    lockRetries,
  )
  return { keepsNewer: false, line }
}

/** If both builds belong to one release, the one that the database had first is older. */
async function isOlder(
  client: pg.Client,
  build: { release: Release; sha256: string },
  state: State,
): Promise<boolean> {
  if (state.release !== build.release.number) return state.release > build.release.number
  // A migration has run, but no build has applied its definitions since.
  if (state.sha256 === '') return false
  // A restored database may not know when it got its definitions: they count as the newest.
  const { rows } = await client.query(
    `select from ninth_bend.definition_history mine left join ninth_bend.definition_history current on current.sha256 = $2
      where mine.sha256 = $1 and (current.position is null or current.position > mine.position)`,
    [build.sha256, state.sha256],
  )
  return rows.length > 0
}

const newerDefinitionsNotice = (state: State, { number }: Release) =>
  `The database has the procedures of a newer ${state.release > number ? `release (${state.release}, this is ${number})` : 'build of this release'}, and this node works with them. ` +
  'Upgrade this node; to go back to the procedures of this version, stop the newer nodes and start once with REAPPLY_DEFINITIONS=yes.'
