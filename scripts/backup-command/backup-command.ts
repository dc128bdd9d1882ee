import { formatBytes, printResult, progressBar } from './command-output.ts'
import { backupSecretMessage } from './secret-messages.ts'

/** `npm run backup`: backs up the shop, running or not. Exit code 1: failed; 2: wrong arguments. */
const USAGE = `Usage:
  npm run backup                    writes one archive of the rows and pictures, and reads it back
  npm run backup -- --with-secret   with DATA_DIR/secret although the archive is not encrypted`

async function run(includesSecret: boolean): Promise<string[]> {
  const { openShopDatabase, readCommandSettings } = await import('./open-shop.ts')
  const { runBackup } = await import('#platform/backup/run-backup.ts')
  const { totalRows } = await import('#platform/backup/archive/archive-format.ts')
  const settings = readCommandSettings(process.env)
  const database = await openShopDatabase(settings)
  const bar = progressBar(process.stderr)
  try {
    const { location, bytes, summary, isEncrypted, secret, removed } = await runBackup({
      settings,
      address: database.address,
      includesSecret,
      onProgress: (step, done, total) =>
        bar.show(step === 'backup' ? 'Backing up' : 'Reading back', done, total),
    })
    bar.clear()
    return [
      `${totalRows(summary)} rows and ${summary.pictures} pictures are in ${location} (${formatBytes(bytes)}); it was read back.`,
      ...(summary.missing_pictures > 0
        ? [`${summary.missing_pictures} files of pictures were missing before: their pages show no picture.`]
        : []),
      isEncrypted
        ? 'It is encrypted with BACKUP_KEY. Keep that key elsewhere: without it nothing can be restored.'
        : 'It is not encrypted: it holds names, addresses and hashed passwords. Set BACKUP_KEY to encrypt it.',
      backupSecretMessage(secret),
      ...(removed.length > 0 ? [`Older backups were removed: ${removed.join(', ')}.`] : []),
    ]
  } finally {
    bar.clear()
    await database.stop()
  }
}

const words = process.argv.slice(2)
const isKnown = words.every((word) => word === '--with-secret')
await printResult(isKnown ? run(words.length > 0) : USAGE)
