import { expect, inject, test } from 'vitest'
import { shopRoutes } from '#app/shop-routes.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'

const visitor = new HttpClient(inject('shopUrl'))
const pages = shopRoutes
  .filter(({ access, path }) => access === 'public' && !path.includes('*'))
  .map(({ path }) => path.replace(':slug', 'malabar-cloves'))

test.each(pages)('every CSS variable used by the styles of %s is defined on the page', async (path) => {
  const html = await visitor.html(path)
  const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('')
  const set = new Set([...html.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name!))
  const unset = [...styles.matchAll(/var\((--[\w-]+)\)/g)]
    .map(([, name]) => name!)
    .filter((name) => !set.has(name))
  expect(styles.length).toBeGreaterThan(10_000)
  expect([...new Set(unset)]).toEqual([])
})
