import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.server.ts'
import { checkNotMoved, forgetMovedDatabase, markDatabaseMoved } from './moved-database.server.ts'

test('BACKUP-15 a database that was moved is not opened: one line says where to and how to go back', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-moved-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  markDatabaseMoved(directory, 'postgresql://shopkeeper:pepper@db.example:5433/shop')
  await expect(startEmbeddedPostgres({ directory })).rejects.toThrow(
    new RegExp(
      `^The database of DATA_DIR ${directory} was moved to db\\.example:5433/shop on \\S+Z, so the old one is not opened\\. ` +
        `Set DATABASE_URL to the new one\\. To go back to the old one, without everything since then, delete ${directory}/database-moved\\.$`,
    ),
  )
  expect(readdirSync(directory)).toEqual(['database-moved'])
  forgetMovedDatabase(directory)
  expect(() => checkNotMoved(directory)).not.toThrow()
  writeFileSync(join(directory, 'file'), '')
  expect(() => checkNotMoved(join(directory, 'file')), 'the start says what is wrong').not.toThrow()
})
