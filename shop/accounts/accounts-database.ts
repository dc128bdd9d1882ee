import type { Kysely } from 'kysely'

/** No table is named here: better-auth asks for its own, and `db/migrations` has made them. */
export type AccountsDatabase = Kysely<Record<string, never>>
