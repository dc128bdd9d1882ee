import type { Kysely } from 'kysely'

export type AccountsDatabase = Kysely<Record<string, never>>
