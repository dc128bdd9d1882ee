import { parseArgs } from 'node:util'
import { printResult, progressBar } from './command-output.ts'
import { restoredSecretMessage } from './secret-messages.ts'

/** `npm run restore`: restores a backup into an empty data directory or database. Exit code 1: failed; 2: wrong arguments. */
const USAGE = `Usage:
  npm run restore -- FILE             a file, or s3://bucket/folder/name, into an empty DATA_DIR or DATABASE_URL
  npm run restore -- FILE --dry-run   reads everything back and counts it, without changing anything
  npm run restore -- FILE --send-waiting-emails
                                      emails that waited when the backup was made are sent, not left to the owner`

type RestoreArguments = { file: string; isDryRun: boolean; sendsWaitingEmails: boolean }

function parse(words: string[]): RestoreArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, 'send-waiting-emails': { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (!file || more.length > 0) return null
    return {
      file,
      isDryRun: values['dry-run'] ?? false,
      sendsWaitingEmails: values['send-waiting-emails'] ?? false,
    }
  } catch {
    return null
  }
}

async function run({ file, isDryRun, sendsWaitingEmails }: RestoreArguments): Promise<string[]> {
  const { readCommandSettings } = await import('./open-shop.ts')
  const { externalAddressOf } = await import('#app/start/own-database.ts')
  const { findArchive } = await import('#platform/backup/store/open-archive-store.ts')
  const { filledTables, totalRows } = await import('#platform/backup/archive/archive-format.ts')
  const read = readCommandSettings(process.env)
  const settings = { ...read, databaseUrl: externalAddressOf(read) }
  const { store, name } = findArchive(settings, file)
  const { key } = settings.backup
  if (isDryRun) {
    const { verifyArchive } = await import('#platform/backup/verify-archive.ts')
    const { header, summary } = await verifyArchive(store.read(name), key)
    const tables = filledTables(summary)
    return [
      `The backup of ${header.made_at} is complete: ${totalRows(summary)} rows in ${tables.length} tables, ${summary.pictures} pictures. Nothing was changed.`,
      ...tables.map(([table, { rows }]) => `${String(rows).padStart(12)}  ${table}`),
    ]
  }
  const { restoreBackup } = await import('#platform/backup/restore/restore-backup.ts')
  const bar = progressBar(process.stderr)
  try {
    const { header, summary, heldEmails } = await restoreBackup(
      { read: () => store.read(name), key },
      settings,
      { sendsWaitingEmails, onProgress: (done, total) => bar.show('Comparing rows', done, total) },
    )
    bar.clear()
    return [
      `The shop is as it was at ${header.made_at}: ${totalRows(summary)} rows and ${summary.pictures} pictures, all compared. Start it with the same DATA_DIR and settings as this command: npm start.`,
      ...(heldEmails > 0
        ? [
            `${heldEmails} emails that waited then may have been sent since: the dashboard lists them, and the owner decides.`,
          ]
        : []),
      restoredSecretMessage({
        isRestored: summary.has_secret,
        hasSessionSecret: settings.sessionSecret !== null,
      }),
    ]
  } finally {
    bar.clear()
  }
}

const parsed = parse(process.argv.slice(2))
await printResult(parsed ? run(parsed) : USAGE)
