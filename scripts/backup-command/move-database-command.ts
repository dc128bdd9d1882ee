import { printResult, progressBar } from './command-output.ts'

/** `npm run move-database`: moves the embedded database to another server. Exit code 1: failed; 2: wrong arguments. */
const USAGE = `Usage:
  npm run move-database -- URL   copies the rows of the stopped shop in DATA_DIR into the empty database at URL`

async function run(url: string): Promise<string[]> {
  const { readCommandSettings } = await import('./open-shop.ts')
  const { StartupError } = await import('#platform/processes/startup-error.ts')
  const { existsSync } = await import('node:fs')
  const { join, resolve } = await import('node:path')
  const settings = readCommandSettings({
    ...process.env,
    DATABASE_URL: url,
    DATABASE_MIGRATION_URL: undefined,
  })
  const { dataDirectory } = settings
  if (!existsSync(join(dataDirectory, 'postgres', 'PG_VERSION')))
    throw new StartupError(
      `There is no embedded database in ${resolve(dataDirectory)}. Say where it is by DATA_DIR.`,
    )
  const { externalAddressOf } = await import('#app/start/own-database.ts')
  const { moveDatabase } = await import('#platform/backup/move-database.ts')
  const { filledTables, totalRows } = await import('#platform/backup/archive/archive-format.ts')
  const bar = progressBar(process.stderr)
  try {
    const address = externalAddressOf(settings)
    const summary = await moveDatabase(dataDirectory, address!, (done, total) =>
      bar.show('Moving', done, total),
    )
    bar.clear()
    return [
      `${totalRows(summary)} rows in ${filledTables(summary).length} tables were moved and compared.`,
      'Start the shop with DATABASE_URL set to the new database and the same DATA_DIR, which keeps pictures and secret.',
      `The old database is still in ${join(resolve(dataDirectory), 'postgres')}, and without DATABASE_URL no start and no command opens it: remove it when the shop runs well.`,
    ]
  } finally {
    bar.clear()
  }
}

const [url, ...more] = process.argv.slice(2)
await printResult(url && more.length === 0 ? run(url) : USAGE)
