import type { Kysely } from 'kysely'

/** No tables are typed here: better-auth queries its own, which `db/migrations` creates. */
export type AccountsDatabase = Kysely<Record<string, never>>
