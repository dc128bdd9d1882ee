// First: what follows reads where the big shop is kept.
import './runner/large-shop-directory.ts'
import { inspect } from 'node:util'
import { adminLists } from './lists/admin-lists.ts'
import { firstPageSize } from './pages/first-page-size.ts'
import { flashSaleBenchmark } from './orders/flash-sale.ts'
import { listScaling } from './lists/list-scaling.ts'
import { cacheConsistency } from './cache-consistency/cache-consistency.ts'
import { lighthouse } from './pages/lighthouse.ts'
import { memory } from './server/memory.ts'
import { orderThroughput } from './orders/order-throughput.ts'
import { pageCache } from './pages/page-cache.ts'
import type { Benchmark } from './runner/benchmark.ts'
import { writeBenchmarkReport } from './runner/benchmark-report.ts'
import { signIns } from './accounts/sign-ins.ts'
import { startTime } from './server/start-time.ts'
import { uncachedPages } from './pages/uncached-pages.ts'

/** `npm run bench`: measures everything, or what is named, and writes docs/benchmarks.md. */
const benchmarks: readonly Benchmark[] = [firstPageSize, lighthouse, adminLists, pageCache, uncachedPages, orderThroughput, signIns, cacheConsistency, listScaling, flashSaleBenchmark, memory, startTime]
const names = benchmarks.map(({ name }) => name)
const requestedNames = process.argv.slice(2)
const unknown = requestedNames.filter((word) => !names.includes(word))

if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')} to measure. There are: ${names.join(', ')}.\n`)
  process.exitCode = 1
} else {
  for (const benchmark of benchmarks) {
    if (requestedNames.length > 0 && !requestedNames.includes(benchmark.name)) continue
    process.stdout.write(`── ${benchmark.title}\n`)
    const began = performance.now()
    // What one of them finds wrong is told, and keeps nobody from the figures of the others.
    const table = await benchmark.measure().catch((problem: unknown) => void process.stderr.write(`${benchmark.name} failed: ${inspect(problem)}\n`))
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
