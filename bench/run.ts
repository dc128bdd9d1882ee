// Imported first, because it sets BIG_SHOP, which later modules read.
import './runner/large-shop-directory.ts'
import { inspect } from 'node:util'
import { adminLists } from './lists/admin-lists.ts'
import { firstPageSize } from './pages/first-page-size.ts'
import { flashSaleBenchmark } from './orders/flash-sale.ts'
import { listScaling } from './lists/list-scaling.ts'
import { ownerReports } from './reports/owner-reports.ts'
import { productImport } from './catalogue/product-import.ts'
import { bulkOrders } from './orders/bulk-orders.ts'
import { cacheConsistency } from './cache-consistency/cache-consistency.ts'
import { lighthouse } from './pages/lighthouse.ts'
import { fleetNodes } from './server/fleet-nodes.ts'
import { manyNodes } from './server/many-nodes.ts'
import { memory } from './server/memory.ts'
import { orderGrowth } from './orders/order-growth.ts'
import { orderThroughput } from './orders/order-throughput.ts'
import { pageCache } from './pages/page-cache.ts'
import type { Benchmark } from './runner/benchmark.ts'
import { writeBenchmarkReport } from './runner/benchmark-report.ts'
import { signIns } from './accounts/sign-ins.ts'
import { startTime } from './server/start-time.ts'
import { uncachedPages } from './pages/uncached-pages.ts'

/** `npm run bench`: runs all benchmarks, or the named ones, and writes docs/benchmarks.md. */
const benchmarks: readonly Benchmark[] = [
  firstPageSize,
  lighthouse,
  adminLists,
  pageCache,
  uncachedPages,
  orderThroughput,
  orderGrowth,
  bulkOrders,
  productImport,
  ownerReports,
  signIns,
  cacheConsistency,
  listScaling,
  flashSaleBenchmark,
  fleetNodes,
  manyNodes,
  memory,
  startTime,
]
const names = benchmarks.map(({ name }) => name)
const requestedNames = process.argv.slice(2)
const unknown = requestedNames.filter((name) => !names.includes(name))

if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')} to measure. There are: ${names.join(', ')}.\n`)
  process.exitCode = 1
} else {
  for (const benchmark of benchmarks) {
    if (requestedNames.length > 0 && !requestedNames.includes(benchmark.name)) continue
    process.stdout.write(`── ${benchmark.title}\n`)
    const began = performance.now()
    // A failed benchmark does not stop the others.
    const table = await benchmark
      .measure()
      .catch(
        (problem: unknown) => void process.stderr.write(`${benchmark.name} failed: ${inspect(problem)}\n`),
      )
    if (!table) {
      process.exitCode = 1
      continue
    }
    for (const row of table.rows) process.stdout.write(`${row.join('  ')}\n`)
    if (table.note) process.stdout.write(`${table.note}\n`)
    process.stdout.write(`   ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
    writeBenchmarkReport(benchmark, table, names)
  }
}
