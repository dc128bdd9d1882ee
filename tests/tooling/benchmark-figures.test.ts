import { describe, expect, test } from 'vitest'
import { createConsistencyModel } from '#bench/cache-consistency/consistency-model.ts'
import { readStatedFacts } from '#bench/cache-consistency/page-facts.ts'
import { median, percentile, formatMedianWithRange } from '#bench/runner/benchmark.ts'
import { findFull } from '#bench/runner/processor-shares.ts'
import { axisTicks } from '#bench/runner/svg-plot.ts'
import { profileGroupOf, idleShare, describeProfile, summariseProfile } from '#bench/runner/cpu-profile.ts'

describe('Percentiles', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

  test('nearest-rank percentiles', () => {
    expect([50, 95, 99, 100].map((share) => percentile(hundred, share))).toEqual([50, 95, 99, 100])
    expect(percentile([7], 99)).toBe(7)
    expect(percentile([3, 1, 2], 50)).toBe(2)
  })

  test('the median of an even number is between the middle two, and a spread names both ends', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(formatMedianWithRange([3, 1, 2], String)).toBe('2 (1–3)')
    expect(formatMedianWithRange([2, 2], String)).toBe('2')
  })
})

describe('Profile by group', () => {
  const frame = (functionName: string, url = '') => ({ functionName, url, lineNumber: 1 })

  test.each([
    ['React', 'renderElement', 'file:///shop/node_modules/react-dom/cjs/react-dom-server.node.production.js'],
    ['the router', 'matchPath', 'file:///shop/node_modules/react-router/dist/production/chunk.mjs'],
    ['pg and Kysely', 'parsePacket', '/shop/node_modules/pg-protocol/dist/parser.js'],
    ['HTTP', 'getRequestListener', 'file:///shop/node_modules/@hono/node-server/dist/index.mjs'],
    ['mails', 'foldLines', '/shop/node_modules/nodemailer/lib/mime-funcs/index.js'],
    ['other packages', 'parse', 'file:///shop/node_modules/zod/v4/core/parse.js'],
    ['compression', 'processCallback', 'node:zlib'],
    ['HTTP', 'writeHead', 'node:_http_server'],
    ['code of the shop', 'page', 'file:///shop/server/document.ts'],
    ['code of the shop', 'ProductCard', 'file:///shop/dist/renderer/render.js'],
    ['garbage collection', '(garbage collector)', ''],
    ['system calls and native code', 'writev', ''],
    ['nothing to do', '(idle)', ''],
  ])('%s: %s', (group, functionName, url) => expect(profileGroupOf(frame(functionName, url))).toBe(group))

  test('each sample counts for the time until the next, and idle time is separate', () => {
    const nodes = [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('renderElement', 'file:///shop/node_modules/react-dom/server.js') },
      { id: 3, callFrame: frame('page', 'file:///shop/server/document.ts') },
      // Another call site of the same function.
      { id: 4, callFrame: frame('page', 'file:///shop/server/document.ts') },
    ]
    const summary = summariseProfile({ nodes, samples: [1, 2, 3, 4, 1], timeDeltas: [0, 100, 60, 20, 20] })
    expect(summary.groups.filter(({ share }) => share > 0)).toEqual([
      { group: 'React', share: 0.6 },
      { group: 'nothing to do', share: 0.5 },
      { group: 'code of the shop', share: 0.4 },
    ])
    expect(summary.top).toEqual([
      { name: 'renderElement', group: 'React', share: 0.6 },
      { name: 'page', group: 'code of the shop', share: 0.4 },
    ])
    expect(idleShare(summary)).toBe(0.5)
    expect(describeProfile(summary)).toContain('it rested 50 %): React 60 %, code of the shop 40 %.')
  })

  test('native and system frames count for their caller', () => {
    const nodes = [
      { id: 1, callFrame: frame('(root)'), children: [2, 5] },
      { id: 2, callFrame: frame('sync', 'file:///shop/node_modules/pg/lib/connection.js'), children: [3] },
      { id: 3, callFrame: frame('writeGeneric', 'node:internal/stream_base_commons'), children: [4] },
      { id: 4, callFrame: frame('writev') },
      { id: 5, callFrame: frame('writev') },
    ]
    const { groups, top } = summariseProfile({ nodes, samples: [4, 5, 1], timeDeltas: [0, 30, 10] })
    expect(groups.filter(({ share }) => share > 0)).toEqual([
      { group: 'pg and Kysely', share: 0.75 },
      { group: 'system calls and native code', share: 0.25 },
    ])
    expect(top.map(({ name }) => name)).toEqual(['writev for sync', 'writev', '(root)'])
  })
})

describe('Stale reads', () => {
  function aPrice() {
    const history = createConsistencyModel()
    history.starts('price', 1)
    history.writing('price', 2, 10)(20)
    return history
  }
  const staleOf = (history: ReturnType<typeof createConsistencyModel>) =>
    history.stale().map(({ value }) => value)

  test('the previous value, if the write was acknowledged before the read', () => {
    const history = aPrice()
    history.saw({ fact: 'price', value: 1, began: 20, ended: 25 })
    expect(staleOf(history)).toEqual([1])
  })

  test('not while the write is pending, neither the old nor the new value', () => {
    const history = aPrice()
    history.saw({ fact: 'price', value: 1, began: 15, ended: 30 })
    history.saw({ fact: 'price', value: 2, began: 5, ended: 12 })
    history.saw({ fact: 'price', value: 2, began: 40, ended: 50 })
    expect(staleOf(history)).toEqual([])
  })

  test('not a write in time that is acknowledged later', () => {
    const history = aPrice()
    history.saw({ fact: 'price', value: 3, began: 40, ended: 50 })
    expect(staleOf(history)).toEqual([3])
    history.wrote('price', { value: 3, began: 45, done: 60 })
    expect(staleOf(history)).toEqual([])
  })

  test('but an older value, and one that was never written', () => {
    const history = aPrice()
    history.writing('price', 3, 30)
    history.saw({ fact: 'price', value: 1, began: 35, ended: 36 })
    history.saw({ fact: 'price', value: 3, began: 25, ended: 28 })
    expect(staleOf(history)).toEqual([1, 3])
  })
})

describe('Values of a page', () => {
  const page = { path: '/products', products: ['a', 'b'] }
  const loaderData = {
    products: {
      list: [
        {
          id: 'a',
          name: 'Clove',
          price: 2,
          stock: 5,
          picture: { image_url: '/x' },
          category: { id: 'c', name: 'Spices' },
        },
      ],
    },
  }
  const said = [
    { fact: 'name of a', value: 'Clove' },
    { fact: 'price of a', value: 2 },
    { fact: 'stock of a', value: 5 },
    { fact: 'picture of a', value: '/x' },
    { fact: 'name of c', value: 'Spices' },
    { fact: 'shown of a', value: true },
    { fact: 'shown of b', value: false },
  ]

  test('are read from its HTML and its data', () => {
    const html = `<html><body><script type="application/json" id="page-start">${JSON.stringify({ loaderData })}</script></body></html>`
    for (const text of [html, JSON.stringify({ loaderData })])
      expect(readStatedFacts(page, text, () => true)).toEqual(said)
  })
})

test.each([
  [7, [0, 2, 4, 6, 8]],
  [50, [0, 10, 20, 30, 40, 50]],
  [0.9, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [101, [0, 50, 100, 150]],
])('an axis to %d has round ticks and ends beyond it', (highest, ticks) =>
  expect(axisTicks(highest)).toEqual(ticks),
)

describe('What is full first', () => {
  const shares = { nodes: 0.3, postgres: 0.2, nginx: 0.1, load: 0.1, others: 0, free: 0.3 }
  const find = (changes: Partial<typeof shares>, nodes = 1) =>
    findFull({ ...shares, ...changes }, { nodes, cores: 2 })

  test('the machine, a thread of its parts, or nothing', () => {
    expect(find({ free: 0.1 })).toBe('the machine')
    expect(find({ nodes: 0.46 })).toBe('the node')
    expect(find({ nodes: 0.46 }, 2)).toBe('nothing: they wait for the disk or each other')
    expect(find({ nodes: 0.5, nginx: 0.47 }, 2)).toBe('nginx')
    expect(find({ load: 0.48 })).toBe('the load generator')
    expect(find({})).toBe('nothing: they wait for the disk or each other')
  })
})
