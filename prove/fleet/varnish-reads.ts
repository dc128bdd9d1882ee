import { setTimeout as pause } from 'node:timers/promises'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { isInstalled, startVarnish } from '#tests/fixtures/proxies/deployed-proxies.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createEditor, readWhileWriting } from './category-edits.ts'
import { startFleet } from './fleet-nodes.ts'

const READS = 1_000
/** Shorter than the 60 seconds for which a page is shown without a database. */
const AWAY_MS = 20_000
const PUBLIC_PATHS = ['/', '/products', '/categories', '/about']
/** A configuration that caches pages for two seconds must be detected, otherwise the reads prove nothing. */
const KEEPS_PAGES = [['set beresp.ttl = 0s;\n  set beresp.grace = 60s;', 'set beresp.ttl = 2s;']] as const

export const varnishReads: ProofStep = {
  name: 'varnish',
  scenario:
    'two nodes behind Varnish with deploy/varnish; the owner renames a category again and again, and each page that is asked for afterwards has the new name, even if others ask meanwhile; while the database is away, public pages are still shown',
  async runProof(proofContext, checks) {
    if (!isInstalled('varnishd')) {
      checks.add(1)
      return 'not run, because varnish is not installed'
    }
    const { publicUrl, publicPort, database, nodes, stop } = await startFleet(proofContext)
    const db = connectToShopDatabase(database.dataDir)
    const ports = nodes.map(({ port }) => port)
    // Writes at one node directly, like an owner behind another proxy.
    const edit = await createEditor(db, `http://127.0.0.1:${ports[0]!}`, publicUrl)
    try {
      const reads = proofContext.times(READS, 300)
      const careless = await startVarnish({ nodes: ports, port: publicPort, replace: KEEPS_PAGES })
      const found = await readWhileWriting(publicUrl, edit, reads, () => '/categories')
      await careless.stop()
      checks.expect(
        found.stale.length > 0,
        () => 'Varnish kept pages for two seconds, and no old page was noticed',
      )
      const varnish = await startVarnish({ nodes: ports, port: publicPort })
      try {
        const { stale, changes } = await readWhileWriting(publicUrl, edit, reads, () => '/categories')
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
