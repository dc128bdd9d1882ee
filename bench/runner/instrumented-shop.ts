import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import type { Profile } from './cpu-profile.ts'

export type InstrumentedShop = RunningShop & {
  profileOf(work: () => Promise<unknown>): Promise<Profile>
  /** Pages requested so far, and those served from the cache. */
  counts(): Promise<{ pages: number; servedFromCache: number }>
  /** Bytes after a garbage collection. */
  memory(): Promise<{ rss: number; heapUsed: number; external: number }>
}

export async function startInstrumentedShop(
  start: Parameters<typeof startShop>[0] = {},
): Promise<InstrumentedShop> {
  const port = await freePort()
  const probeUrl = pathToFileURL(join(import.meta.dirname, 'process-probe.ts')).href
  const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --import=${probeUrl}`.trim()
  const shop = await startShop({
    ...start,
    env: { ...start.env, NODE_OPTIONS, BENCH_INSIDE_PORT: String(port) },
  })
  const queryProbe = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  return {
    ...shop,
    async profileOf(work) {
      await queryProbe('/profile/start')
      await work()
      return (await queryProbe('/profile/stop')) as Profile
    },
    counts: () => queryProbe('/counts') as ReturnType<InstrumentedShop['counts']>,
    memory: () => queryProbe('/memory') as ReturnType<InstrumentedShop['memory']>,
  }
}
