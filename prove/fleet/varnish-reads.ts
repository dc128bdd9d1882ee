import { setTimeout as pause } from 'node:timers/promises'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { isInstalled, startVarnish } from '#tests/fixtures/proxies/deployed-proxies.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { isTestRun, skipInTestRun } from '#prove/runner/test-run.ts'
import { startFleet } from './fleet-nodes.ts'

const READS = 1_000
const READERS = 4
const WRITE_PAUSE_MS = 30
/** Shorter than the 60 seconds for which a page is shown without a database. */
const AWAY_MS = 20_000
const PUBLIC_PATHS = ['/', '/products', '/categories', '/about']
/** A configuration that keeps pages for two seconds must be found, or the reads say nothing. */
const KEEPS_PAGES = [['set beresp.ttl = 0s;\n  set beresp.grace = 60s;', 'set beresp.ttl = 2s;']] as const

type Edit = (version: number) => Promise<void>

export const varnishReads: ProofStep = {
  name: 'varnish',
  scenario:
    'two nodes behind Varnish with deploy/varnish; the owner renames a category again and again, and each page that is asked for afterwards has the new name, whoever else asks meanwhile; while the database is away, public pages are still shown',
  async runProof(proofContext, checks) {
    if (isTestRun(proofContext)) return skipInTestRun(checks)
    if (!isInstalled('varnishd')) {
      checks.add(1)
      return 'not run, because varnish is not installed'
    }
    const { publicUrl, publicPort, database, nodes, stop } = await startFleet(proofContext)
    const db = connectToShopDatabase(database.dataDir)
    const ports = nodes.map(({ port }) => port)
    const edit = await createEditor(db, publicUrl, ports[0]!)
    try {
      const reads = proofContext.times(READS, 300)
      const careless = await startVarnish({ nodes: ports, port: publicPort, replace: KEEPS_PAGES })
      const found = await readWhileWriting(publicUrl, edit, reads)
      await careless.stop()
      checks.expect(
        found.stale.length > 0,
        () => 'Varnish kept pages for two seconds, and no old page was noticed',
      )
      const varnish = await startVarnish({ nodes: ports, port: publicPort })
      try {
        const { stale, changes } = await readWhileWriting(publicUrl, edit, reads)
        checks.add(reads, stale)
        await readPublicPages(publicUrl, 2_000)
        await database.stop()
        const whileAway = await readPublicPages(publicUrl, AWAY_MS)
        checks.add(whileAway.pages, whileAway.failures)
        return `${reads} reads during ${changes} changes; with pages kept for two seconds ${found.stale.length} of ${reads} were old; ${whileAway.pages} pages in ${AWAY_MS / 1000} s without a database`
      } finally {
        await varnish.stop()
      }
    } finally {
      await db.close()
      await stop()
    }
  },
}

/** Writes at one node itself, as an owner behind another proxy. */
async function createEditor(db: DatabaseClient, publicUrl: string, port: number): Promise<Edit> {
  const id = await insertCategory(db, 'Shelf v0')
  // A category without products is not shown.
  await insertProduct(db, { category_id: id })
  const admin = await signInAsAdmin(`http://127.0.0.1:${port}`, ADMIN, publicUrl)
  return async (number) => {
    const [row] = await db.query<{ version: number }>('select version from categories where id = $1', [id])
    const fields = {
      intent: 'edit',
      id,
      version: String(row!.version),
      name: `Shelf v${number}`,
      description: 'Kept',
    }
    const response = await admin.post('/admin/categories', fields)
    if (response.status >= 400) throw new Error(`The category was not renamed: ${response.status}`)
  }
}

let version = 0

async function readWhileWriting(url: string, edit: Edit, reads: number) {
  const stale: string[] = []
  let acknowledged = (version += 1)
  await edit(acknowledged)
  const first = acknowledged
  const left = { reads }
  const readers = Array.from({ length: READERS }, async () => {
    const visitor = new HttpClient(url)
    while (left.reads > 0) {
      left.reads -= 1
      const atLeast = acknowledged
      const html = await visitor.html('/categories')
      const shown = Number(/Shelf v(\d+)/.exec(html)?.[1] ?? -1)
      if (shown < atLeast) stale.push(`version ${shown} was shown after ${atLeast} had been saved`)
    }
  })
  const writer = (async () => {
    while (left.reads > 0) {
      await edit((version += 1))
      acknowledged = version
      await pause(WRITE_PAUSE_MS)
    }
  })()
  await Promise.all([...readers, writer])
  return { stale, changes: acknowledged - first }
}

async function readPublicPages(url: string, milliseconds: number) {
  const visitor = new HttpClient(url)
  const failures: string[] = []
  let pages = 0
  for (const until = performance.now() + milliseconds; performance.now() < until; await pause(50)) {
    const path = PUBLIC_PATHS[pages % PUBLIC_PATHS.length]!
    const { status } = await visitor.fetch(path)
    if (status !== 200) failures.push(`GET ${path} without a database: ${status}`)
    pages += 1
  }
  return { pages, failures }
}
