import { describe, expect, test } from 'vitest'
import { median, percentile, spread } from '../bench/part.ts'
import { groupOf, idleShare, profileInWords, summaryOf } from '../bench/profile.ts'

/** Figures that are published have to be what they are called. */
describe('Percentiles', () => {
  const hundred = Array.from({ length: 100 }, (_, place) => 100 - place)

  test('the value below or at which so many of a hundred lie', () => {
    expect([50, 95, 99, 100].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
    expect(percentile([7], 99)).toBe(7)
    expect(percentile([3, 1, 2], 50)).toBe(2)
  })

  test('the median of an even number lies between the two in the middle, and a spread names both ends', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(spread([3, 1, 2], String)).toBe('2 (1–3)')
    expect(spread([2, 2], String)).toBe('2')
  })
})

describe('A profile told by whose work it is', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 })

  test.each([
    ['React', 'renderElement', 'file:///shop/node_modules/react-dom/cjs/react-dom-server.node.production.js'],
    ['the router', 'matchPath', 'file:///shop/node_modules/react-router/dist/production/chunk.mjs'],
    ['pg and Kysely', 'parsePacket', '/shop/node_modules/pg-protocol/dist/parser.js'],
    ['HTTP', 'getRequestListener', 'file:///shop/node_modules/@hono/node-server/dist/index.mjs'],
    ['compression', 'processCallback', 'node:zlib'],
    ['HTTP', 'writeHead', 'node:_http_server'],
    ['code of the shop', 'page', 'file:///shop/server/document.ts'],
    ['code of the shop', 'ProductCard', 'file:///shop/dist/renderer/render.js'],
    ['garbage collection', '(garbage collector)', ''],
    ['system calls and native code', 'writev', ''],
    ['nothing to do', '(idle)', ''],
  ])('%s: %s', (group, functionName, url) => expect(groupOf(frame(functionName, url))).toBe(group))

  test('each moment counts for what ran until the next, and rest is told apart from work', () => {
    const nodes = [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('renderElement', 'file:///shop/node_modules/react-dom/server.js') },
      { id: 3, callFrame: frame('page', 'file:///shop/server/document.ts') },
      // The same function called from elsewhere is still one function.
      { id: 4, callFrame: frame('page', 'file:///shop/server/document.ts') },
    ]
    const summary = summaryOf({ nodes, samples: [1, 2, 3, 4, 1], timeDeltas: [0, 100, 60, 20, 20] })
    expect(summary.groups.filter(({ share }) => share > 0)).toEqual([
      { group: 'React', share: 0.6 }, { group: 'nothing to do', share: 0.5 }, { group: 'code of the shop', share: 0.4 },
    ])
    expect(summary.top).toEqual([
      { name: 'renderElement', group: 'React', share: 0.6 }, { name: 'page', group: 'code of the shop', share: 0.4 },
    ])
    expect(idleShare(summary)).toBe(0.5)
    expect(profileInWords(summary)).toContain('it rested 50 %): React 60 %, code of the shop 40 %.')
  })
})
