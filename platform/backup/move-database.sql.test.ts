import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { describeLocation } from '#platform/database/connection/database-url.server.ts'
import { COPY_SETTINGS, fingerprint, listTables } from '#platform/database/copy-tables.server.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { openOwnDatabase } from '#app/start/own-database.ts'
import { moveDatabase } from './move-database.ts'

const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-move-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function withClient<Result>(address: string, work: (client: Client) => Promise<Result>) {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const fingerprints = (address: string) =>
  withClient(address, async (client) => {
    await client.query(COPY_SETTINGS)
    const found: Record<string, object> = {}
    for (const table of await listTables(client)) found[table.name] = await fingerprint(client, table)
    return found
  })

test(
  'BACKUP-11 BACKUP-15 all rows of the embedded database are in the other one; the old one is not opened or moved again',
  { timeout: 120_000 },
  async () => {
    const embedded = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
    await migrate(embedded.ownerConnectionString)
    await withClient(embedded.ownerConnectionString, (client) =>
      client.query(
        `insert into categories (name, slug, description) values ('Honey', 'honey', 'From the forest')`,
      ),
    )
    const original = await fingerprints(embedded.ownerConnectionString)
    const name = `test_${randomBytes(6).toString('hex')}`
    const target = withDatabaseName(inject('testServer').template, name)
    await withClient(inject('testServer').administrator, (client) =>
      client.query(`create database ${name} owner ${new URL(target).username}`),
    )
    await expect(moveDatabase(directory, target), 'the shop is running').rejects.toThrow(
      'is in use by another running shop',
    )
    await embedded.stop()
    const { tables } = await moveDatabase(directory, target)
    expect(await fingerprints(target)).toEqual(original)
    expect(tables['public.categories']).toMatchObject({ rows: 1 })
    expect(existsSync(join(directory, 'postgres', 'PG_VERSION'))).toBe(true)
    await expect(moveDatabase(directory, target)).rejects.toThrow(
      `${name} holds tables already. A shop is only moved into an empty one: create another, or drop this one and create it again.`,
    )
    const files = readdirSync(directory)
    const settings = { dataDirectory: directory }
    for (const opening of [
      startEmbeddedPostgres({ directory }),
      openOwnDatabase(settings, 'owner'),
      moveDatabase(directory, withDatabaseName(target, 'postgres')),
    ])
      await expect(opening).rejects.toThrow(`was moved to ${describeLocation(target)} on 20`)
    expect(readdirSync(directory)).toEqual(files)
    await withClient(inject('testServer').administrator, (client) =>
      client.query(`drop database ${name} with (force)`),
    )
  },
)
