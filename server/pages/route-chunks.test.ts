import { expect, test } from 'vitest'
import { allRoutes } from '#web/all-routes.ts'
import { readRouteSources } from './route-chunks.ts'

test('every route’s screen is found in a route table, so that its script is fetched at once', async () => {
  expect([...(await readRouteSources()).keys()].sort()).toEqual(allRoutes.map(({ id }) => id).sort())
})
