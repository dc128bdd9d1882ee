import { expect, test } from 'vitest'
import { allRoutes } from '#app/all-routes.ts'
import { readRouteSources } from './route-chunks.ts'

test('the source of every route is found in a route table', async () => {
  expect([...(await readRouteSources()).keys()].sort()).toEqual(allRoutes.map(({ id }) => id).sort())
})
