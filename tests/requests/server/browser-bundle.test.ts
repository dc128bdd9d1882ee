import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

const SCRIPTS = 'dist/browser/assets'
/** Texts of code that vite.config.ts replaces, each with the plugin that replaces it (ADR-6). */
const REPLACED_CODE = {
  'vite:preloadError': 'import-twice',
  'Unexpected Application Error': 'router-without-unused',
  'An instrumentation function threw an error': 'router-without-framework',
}

test('code that the build replaces is in no script, also after an upgrade', async () => {
  const scripts = (await readdir(SCRIPTS)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  const texts = await Promise.all(scripts.map((name) => readFile(join(SCRIPTS, name), 'utf8')))
  const found = Object.entries(REPLACED_CODE).filter(([text]) =>
    texts.some((script) => script.includes(text)),
  )
  expect(found).toEqual([])
})

test('every script, style sheet and font that a page names exists, though server and browser are built apart', async () => {
  const url = inject('shopUrl')
  const named = new Set<string>()
  for (const path of ['/', '/products', '/cart', '/login', '/admin', '/about']) {
    const html = await (await fetch(url + path)).text()
    for (const [address] of html.matchAll(/\/assets\/[\w.-]+/g)) named.add(address)
  }
  expect(named.size).toBeGreaterThan(10)
  const missing: string[] = []
  for (const address of named) if (!(await fetch(url + address)).ok) missing.push(address)
  expect(missing).toEqual([])
})
