// First: what follows reads where the big shop is kept.
import './runner/large-shop-directory.ts'
import { inspect } from 'node:util'
import { adminLists } from './lists/admin-lists.ts'
import { firstPage } from './pages/first-page-size.ts'
import { flash } from './orders/flash-sale.ts'
import { flat } from './lists/list-scaling.ts'
import { freshness } from './cache-consistency/cache-consistency.ts'
import { lighthouse } from './pages/lighthouse.ts'
import { memory } from './server/memory.ts'
import { orders } from './orders/order-throughput.ts'
import { pageCache } from './pages/page-cache.ts'
import type { Part } from './runner/benchmark.ts'
import { report } from './runner/benchmark-report.ts'
import { signIns } from './accounts/sign-ins.ts'
import { starts } from './server/start-time.ts'
import { uncached } from './pages/uncached-pages.ts'

/** `npm run bench`: measures everything, or what is named, and writes docs/benchmarks.md. */
const parts: readonly Part[] = [firstPage, lighthouse, adminLists, pageCache, uncached, orders, signIns, freshness, flat, flash, memory, starts]
const names = parts.map(({ name }) => name)
const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !names.includes(word))

if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')} to measure. There are: ${names.join(', ')}.\n`)
  process.exitCode = 1
} else {
  for (const part of parts) {
    if (asked.length > 0 && !asked.includes(part.name)) continue
    process.stdout.write(`── ${part.title}\n`)
    const began = performance.now()
    // What one of them finds wrong is told, and keeps nobody from the figures of the others.
    const table = await part.measure().catch((problem: unknown) => void process.stderr.write(`${part.name} failed: ${inspect(problem)}\n`))
    if (!table) {
      process.exitCode = 1
      continue
    }
    for (const row of table.rows) process.stdout.write(`${row.join('  ')}\n`)
    if (table.note) process.stdout.write(`${table.note}\n`)
    process.stdout.write(`   ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
    report(part, table, names)
  }
}
