import type { Kysely } from 'kysely'

/** No tables are typed here, because better-auth queries its own. */
export type AccountsDatabase = Kysely<Record<string, never>>
