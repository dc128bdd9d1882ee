import { z } from 'zod'
import { isDatabaseUrl } from '#platform/database/connection/database-url.server.ts'

const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'must look like postgresql://user:password@host:5432/database, with one host')
  .optional()

export const databaseFields = { DATABASE_URL: databaseUrl, DATABASE_MIGRATION_URL: databaseUrl }

/** The logins of a pooler are named after the user of `DATABASE_URL` and have its password. */
export function findPoolerProblem(set: Record<string, string | undefined>): string | null {
  const { DATABASE_MIGRATION_URL: direct, DATABASE_URL: pooler } = set
  if (!direct || !pooler || /^[^:]+:\/\/[^:@/]+:[^@/]+@/.test(pooler)) return null
  return 'DATABASE_URL must be the address of a pooler with a user and a password when DATABASE_MIGRATION_URL is set.'
}
