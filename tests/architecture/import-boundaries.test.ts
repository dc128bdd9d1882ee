import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'

/** `app → features → kit, platform → shop`, and what each kind of file may import; the reasons are in docs/decisions. */
type Layer =
  | 'shop'
  | 'platform'
  | 'kit modules'
  | 'kit components'
  | 'kit server'
  | 'rules'
  | 'use-cases'
  | 'handlers'
  | 'screens'
  | 'app'
  | 'scripts'
  | 'owner guide'
  | 'tests'
  | 'bench'
  | 'prove'
type Import = { from: string; to: string; isType: boolean }

const OF_FEATURES = ['rules', 'use-cases', 'handlers', 'screens'] as const
const OF_KIT = ['kit modules', 'kit components', 'kit server'] as const
const OUTSIDE = ['react', 'node', 'packages'] as const
const ALL = ['app', 'shop', 'platform', ...OF_FEATURES, ...OF_KIT, ...OUTSIDE] as const

const ALLOWED_IMPORTS: Record<Layer, readonly (Layer | (typeof OUTSIDE)[number])[]> = {
  shop: ['shop'],
  platform: ['platform', 'shop', 'node', 'packages'],
  'kit modules': ['kit modules', 'kit components', 'shop', 'react'],
  'kit components': ['kit modules', 'kit components', 'shop', 'react'],
  'kit server': ['kit server', 'kit modules', 'shop', 'platform', 'react', 'packages'],
  rules: ['rules', 'shop', 'kit modules'],
  'use-cases': ['use-cases', 'rules', 'shop', 'platform', 'node', 'packages'],
  handlers: ['handlers', 'use-cases', 'rules', 'kit server', 'kit modules', 'shop', 'platform', ...OUTSIDE],
  screens: ['screens', 'rules', 'kit modules', 'kit components', 'shop', 'react'],
  app: ALL,
  scripts: ['scripts', ...ALL],
  // Its pictures show a shop started by a fixture, with dates in the shop's time.
  'owner guide': ['owner guide', 'shop', 'scripts', 'tests', 'node', 'packages'],
  bench: ['bench', 'tests', 'scripts', ...ALL],
  prove: ['prove', 'bench', 'tests', 'scripts', ...ALL],
  tests: ['tests', 'prove', 'scripts', ...ALL],
}

/** Whose rules, screens and handlers the files of a feature may use, besides their own. */
const FEATURES: Record<string, readonly string[]> = {
  accounts: ['audit', 'cart', 'catalogue', 'checkout', 'customers', 'enquiries', 'mail', 'settings'],
  audit: ['catalogue', 'content', 'customers', 'mail', 'orders', 'settings'],
  cart: ['accounts', 'catalogue', 'checkout', 'stock'],
  catalogue: ['accounts', 'cart', 'content', 'orders', 'pictures', 'stock'],
  checkout: ['accounts', 'cart', 'catalogue', 'customers', 'orders'],
  content: ['accounts', 'catalogue', 'orders', 'pictures', 'settings'],
  customers: ['accounts', 'mail', 'orders'],
  dashboard: ['catalogue', 'content', 'figures', 'mail', 'orders', 'settings', 'stock'],
  enquiries: ['accounts'],
  figures: ['orders'],
  mail: ['accounts', 'catalogue', 'content', 'dashboard', 'enquiries', 'orders'],
  orders: ['accounts', 'cart', 'catalogue', 'checkout', 'customers', 'mail', 'stock'],
  pictures: [],
  settings: ['accounts', 'catalogue', 'content', 'mail', 'orders'],
  stock: ['accounts', 'catalogue', 'mail', 'orders', 'settings'],
}
/** Use-cases may call those of features listed earlier. */
const USE_CASE_ORDER = [
  ['audit', 'pictures'],
  ['accounts', 'content', 'enquiries', 'mail', 'settings'],
  ['stock'],
  ['catalogue'],
  ['cart'],
  ['orders'],
  ['checkout'],
  ['customers'],
  ['figures'],
  ['dashboard'],
]
const MAX_FILES_IN_FOLDER = 25
/** Released migrations are never moved, and each version adds some. */
const APPEND_ONLY_FOLDERS = new Set(['platform/database/migrations'])
const UNWANTED_FOLDERS = new Set(['utils', 'helpers', 'lib', 'common', 'types', 'shared'])

const TREES = /^(app|features|kit|platform|shop|scripts|tests|bench|prove)\//

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  // Git lists a deleted file until its removal is committed.
  .filter((name) => existsSync(name) && TREES.test(name))
const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name)

/** Files for the server that answer requests, unlike use-cases, which anything may call. */
const USES_REQUESTS = /from '(?:#kit\/|react-router')/
const isHandler = (name: string): boolean =>
  name.endsWith('-page.server.ts') || (existsSync(name) && USES_REQUESTS.test(readFileSync(name, 'utf8')))

export function layerOf(name: string): Layer {
  const [tree] = name.split('/') as [string]
  if (isTest(name) || tree === 'tests') return 'tests'
  if (name.startsWith('scripts/owner-guide')) return 'owner guide'
  const isServerFile = /\.server\.tsx?$/.test(name)
  if (tree === 'kit') {
    if (isServerFile || name === 'kit/requests/request-contexts.ts') return 'kit server'
    return name.endsWith('.tsx') || posix.basename(name).startsWith('use-') ? 'kit components' : 'kit modules'
  }
  if (tree !== 'features') return tree as Layer
  if (isServerFile) return isHandler(name) ? 'handlers' : 'use-cases'
  return name.endsWith('.tsx') ? 'screens' : 'rules'
}

const featureOf = (name: string): string | undefined => {
  const [tree, feature, ...rest] = name.split('/')
  return tree === 'features' && rest.length > 0 ? feature : undefined
}

const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"`]([^'"`]+)['"`]\s*\)/gm

export function importsOf(name: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, type, statement, dynamic]) => ({
    from: name,
    to: resolve(name, (statement ?? dynamic)!),
    isType: Boolean(type),
  }))
}

function resolve(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

export function importViolation({ from, to, isType }: Import): string | undefined {
  const layer = layerOf(from)
  if (layer === 'tests') return undefined
  const allowed = ALLOWED_IMPORTS[layer]
  if (!TREES.test(to)) {
    if (/^(react|react-dom|react-router)(\/|$)/.test(to)) {
      return allowed.includes('react')
        ? undefined
        : `${from}: ${layer} may not import React, but imports ${to}`
    }
    if (to.startsWith('node:'))
      return allowed.includes('node')
        ? undefined
        : `${from}: ${layer} may not use Node modules, but imports ${to}`
    if ((layer === 'shop' || layer === 'rules') && to === 'zod') return undefined
    if (/\.css$|^@fontsource/.test(to) || allowed.includes('packages') || isType) return undefined
    return `${from}: ${layer} may not use the package ${to}`
  }
  const target = layerOf(to)
  // Type imports are erased, so a page may import its loader's type, and requests carry use-cases.
  const isErased =
    isType &&
    ((layer === 'screens' && to.includes('.server.') && featureOf(from) === featureOf(to)) ||
      (layer === 'kit server' && target === 'use-cases'))
  if (!allowed.includes(target) && !isErased) return `${from}: ${layer} may not import ${target} (${to})`
  const [feature, other] = [featureOf(from), featureOf(to)]
  if (!feature || !other || feature === other) return undefined
  if (layer === 'use-cases' && target === 'use-cases') {
    const rank = (name: string) => USE_CASE_ORDER.findIndex((features) => features.includes(name))
    return rank(other) <= rank(feature) ? undefined : `${from}: a use-case may not call a later one (${to})`
  }
  return FEATURES[feature]?.includes(other) ? undefined : `${from}: ${feature} may not use ${other} (${to})`
}

function findImportCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((name) => [name, reachableFrom(name, imports)] as const))
  const cycles = [...reached].map(([name, names]) =>
    [...names].filter((other) => reached.get(other)?.has(name)).sort(),
  )
  return [...new Map(cycles.filter((cycle) => cycle.length > 0).map((cycle) => [cycle[0]!, cycle])).values()]
}

function reachableFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const queue = [start]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const next of imports.get(name) ?? []) if (!reached.has(next)) queue.push((reached.add(next), next))
  }
  return reached
}

describe('Module boundaries', () => {
  test('imports go app → features → kit, platform → shop, and a feature uses those of its table', () => {
    const broken = files.flatMap((name) =>
      importsOf(name, readFileSync(name, 'utf8'))
        .map(importViolation)
        .filter((line) => line !== undefined),
    )
    expect(broken).toEqual([])
  })

  test('rules read nothing of the process that they run in', () => {
    const rules = files.filter((name) => ['shop', 'rules'].includes(layerOf(name)))
    expect(rules.length).toBeGreaterThan(200)
    expect(rules.filter((name) => /\b(?:process|Buffer)\./.test(readFileSync(name, 'utf8')))).toEqual([])
  })

  test('there are no import cycles, not even of types', () => {
    const imports = new Map(
      files.map((name) => [name, importsOf(name, readFileSync(name, 'utf8')).map(({ to }) => to)] as const),
    )
    expect(findImportCycles(imports)).toEqual([])
  })

  test('no browser loads zod or code of the server, and no shopper a screen of the back-office', () => {
    const running = new Map(
      files.map((name) => {
        const imports = importsOf(name, readFileSync(name, 'utf8')).filter(({ isType }) => !isType)
        return [name, imports.map(({ to }) => to)] as const
      }),
    )
    for (const area of ['shop', 'admin']) {
      const reached = [...reachableFrom(`app/${area}-client-entry.ts`, running)]
      expect(reached, 'the walk reaches the screens').toContain('kit/form/button.tsx')
      const unwanted =
        area === 'shop'
          ? /^zod$|\.server\.|^platform\/|\/admin\/|^app\/admin-/
          : /^zod$|\.server\.|^platform\//
      expect(reached.filter((name) => unwanted.test(name))).toEqual([])
    }
  })

  test('an import cycle is reported with its files', () => {
    const imports = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', []],
    ])
    expect(findImportCycles(imports)).toEqual([['a.ts', 'b.ts', 'c.ts']])
  })

  test('there are no catch-all folders and no index files', () => {
    const unwanted = files.filter(
      (name) =>
        /(^|\/)index\.tsx?$/.test(name) ||
        name
          .split('/')
          .slice(0, -1)
          .some((part) => UNWANTED_FOLDERS.has(part)),
    )
    expect(unwanted).toEqual([])
  })

  test('no folder has more than 25 files', () => {
    const tracked = execFileSync(
      'git',
      [
        'ls-files',
        '-co',
        '--exclude-standard',
        'app',
        'features',
        'kit',
        'platform',
        'shop',
        'scripts',
        'tests',
        'bench',
        'prove',
        'docs/decisions',
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .filter((name) => existsSync(name) && name !== '' && !name.startsWith('app/public/'))
    const counts = Map.groupBy(tracked, (name) => posix.dirname(name))
    expect(
      [...counts]
        .filter(([folder, names]) => names.length > MAX_FILES_IN_FOLDER && !APPEND_ONLY_FOLDERS.has(folder))
        .map(([folder, { length }]) => `${folder}: ${length}`),
    ).toEqual([])
  })

  test.each([
    ['shop/money/money.ts', `import { readFile } from 'node:fs'`],
    ['shop/money/money.ts', `import { cart } from '#features/cart/cart.ts'`],
    ['features/cart/cart.ts', `import { shopContext } from '#kit/requests/request-contexts.ts'`],
    ['features/cart/cart.ts', `import { refreshCart } from './refresh-cart.server.ts'`],
    ['features/cart/cart.ts', `import { CartButton } from './drawer/cart-button.tsx'`],
    [
      'features/catalogue/storefront/storefront-catalogue.server.ts',
      `import { placeOrder } from '#features/checkout/placing/place-order.server.ts'`,
    ],
    ['features/orders/orders.server.ts', `import { useState } from 'react'`],
    [
      'features/orders/orders.server.ts',
      `import { loader } from '#features/orders/own-orders/orders-page.server.ts'`,
    ],
    [
      'kit/form/button.tsx',
      `import { ProductCard } from '#features/catalogue/product-list/product-card.tsx'`,
    ],
    [
      'features/catalogue/home/home-page.tsx',
      `import { ChangedSettings } from '#features/settings/settings.tsx'`,
    ],
    [
      'features/catalogue/home/home-page.tsx',
      `import { homePage } from '#features/catalogue/storefront/storefront-catalogue.server.ts'`,
    ],
    ['features/catalogue/home/home-page.tsx', `import { shopRoutes } from '#app/shop-routes.ts'`],
    ['platform/database/connection/connect.server.ts', `import { createApp } from '#app/start/http-app.ts'`],
    ['platform/database/connection/connect.server.ts', `import { orders } from '#features/orders/order.ts'`],
    ['kit/page-data/prefetch-page.ts', `import { allRoutes } from '#app/all-routes.ts'`],
    [
      'kit/page-data/prefetch-page.ts',
      'const screen = import(`#features/orders/admin/order/order-page.tsx`)',
    ],
  ])('a forbidden import is reported: %s', (name, source) => {
    expect(importsOf(name, source).map(importViolation)[0]).toContain(name)
  })
})
