import type pg from 'pg'

/** The text of each procedure, trigger, policy and privilege of the shop, by name. */
export type Definitions = ReadonlyMap<string, string>

const NAMES_TOLD = 10
/** Sorted, because privileges that were granted again may be listed in another order. */
const privileges = (list: string) =>
  `(select string_agg(item::text, ',' order by item::text) from unnest(${list}) item)`
const READ_DEFINITIONS = `
  with shop_schemas as (select oid from pg_namespace where nspname in ('public', 'accounts'))
  select p.proname as name,
         string_agg(concat(pg_get_functiondef(p.oid), ${privileges("coalesce(p.proacl, acldefault('f', p.proowner))")}), '' order by p.oid::regprocedure::text) as text
    from pg_proc p
   where p.pronamespace in (table shop_schemas) and p.prokind in ('f', 'p')
     and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
   group by p.proname
  union all
  select format('trigger %s on %s', t.tgname, c.relname), concat(pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace in (table shop_schemas) and not t.tgisinternal
  union all
  select format('policy %s on %s', p.policyname, p.tablename), p::text from pg_policies p where p.schemaname in ('public', 'accounts')
  union all
  select 'privileges on ' || c.relname,
         concat(c.relrowsecurity, c.relforcerowsecurity, ${privileges('c.relacl')},
           (select string_agg(concat(a.attname, ${privileges('a.attacl')}), ';' order by a.attnum)
              from pg_attribute a where a.attrelid = c.oid and a.attacl is not null))
    from pg_class c
   where c.relnamespace in (table shop_schemas) and c.relkind in ('r', 'p', 'v', 'm', 'S')`

export async function readDefinitions(client: pg.Client): Promise<Definitions> {
  const { rows } = await client.query<{ name: string; text: string }>(READ_DEFINITIONS)
  return new Map(rows.map(({ name, text }) => [name, text]))
}

/** Returns a line for the operator. */
export function describeReapplied(before: Definitions, after: Definitions): string {
  const names = [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .toSorted()
  if (names.length === 0)
    return 'REAPPLY_DEFINITIONS=yes changed nothing: the database has the procedures of this version. Remove the setting.'
  const more = names.length - NAMES_TOLD
  return (
    `REAPPLY_DEFINITIONS=yes put back what differed from this version: ${names.slice(0, NAMES_TOLD).join(', ')}` +
    `${more > 0 ? ` and ${more} more` : ''}. Remove the setting.`
  )
}
