import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPTS = 'dist/browser/assets'
/** Texts of code that vite.config.ts replaces, each with the plugin that replaces it (ADR-37). */
const REPLACED_CODE = {
  'vite:preloadError': 'import-without-sheets',
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
