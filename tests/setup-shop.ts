import type { TestProject } from 'vitest/node'
import { startShop } from './running-shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string
    shopDataDirectory: string
  }
}

/** One built shop for all tests of whole requests, as `npm start` runs it. */
export default async function setUpShop(project: TestProject): Promise<() => Promise<void>> {
  const shop = await startShop()
  project.provide('shopUrl', shop.url)
  project.provide('shopDataDirectory', shop.dataDir)
  return () => shop.stop()
}
