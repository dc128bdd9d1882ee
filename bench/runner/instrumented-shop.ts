import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import type { Profile } from './cpu-profile.ts'

export type InstrumentedShop = RunningShop & {
  /** What the shop's main thread did meanwhile. */
  profileOf(work: () => Promise<unknown>): Promise<Profile>
  /** Pages asked for so far, and those of them that were ready. */
  counts(): Promise<{ pages: number; servedFromCache: number }>
  /** Bytes, after everything that nobody needs was thrown away. */
  memory(): Promise<{ rss: number; heapUsed: number; external: number }>
}

/** A shop with an ear inside its process (inside.ts). */
export async function startInstrumentedShop(start: Parameters<typeof startShop>[0] = {}): Promise<InstrumentedShop> {
  const port = await freePort()
  const inside = pathToFileURL(join(import.meta.dirname, 'process-probe.ts')).href
  const NODE_OPTIONS = `${process.env['NODE_OPTIONS'] ?? ''} --import=${inside}`.trim()
  const shop = await startShop({ ...start, env: { ...start.env, NODE_OPTIONS, BENCH_INSIDE_PORT: String(port) } })
  const said = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).json()
  return {
    ...shop,
    async profileOf(work) {
      await said('/profile/start')
      await work()
      return (await said('/profile/stop')) as Profile
    },
    counts: () => said('/counts') as ReturnType<InstrumentedShop['counts']>,
    memory: () => said('/memory') as ReturnType<InstrumentedShop['memory']>,
  }
}
