import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'

/** `web → shop → db`, and what may be imported within each; the reasons are in docs/decisions. */
type Layer =
  | 'db'
  | 'shop rules'
  | 'shop use-cases'
  | 'web ui'
  | 'web http'
  | 'web client'
  | 'web cart'
  | 'web area'
  | 'web route modules'
  | 'web entry points'
  | 'server'
  | 'scripts'
  | 'owner guide'
  | 'tests'
  | 'bench'
  | 'prove'
type Import = { from: string; to: string; isType: boolean }

const ALLOWED_IMPORTS: Record<Layer, readonly (Layer | 'react' | 'node' | 'packages')[]> = {
  db: ['db', 'node', 'packages'],
  'shop rules': ['shop rules'],
  'shop use-cases': ['shop rules', 'shop use-cases', 'db', 'node', 'packages'],
  'web ui': ['web ui', 'web client', 'shop rules', 'react'],
  'web http': ['web http', 'web ui', 'web client', 'shop rules', 'react'],
  'web client': ['web client', 'web http', 'shop rules', 'react'],
  'web cart': ['web cart', 'web ui', 'web http', 'web client', 'shop rules', 'react'],
  'web area': ['web area', 'web cart', 'web ui', 'web http', 'web client', 'shop rules', 'react'],
  'web route modules': ['web route modules', 'web http', 'shop rules', 'shop use-cases', 'react', 'packages'],
  'web entry points': [
    'web entry points',
    'web area',
    'web cart',
    'web ui',
    'web http',
    'web client',
    'web route modules',
    'shop rules',
    'react',
  ],
  server: [
    'server',
    'web entry points',
    'web route modules',
    'web http',
    'web client',
    'shop rules',
    'shop use-cases',
    'db',
    'react',
    'node',
    'packages',
  ],
  scripts: [
    'scripts',
    'server',
    'web entry points',
    'web client',
    'shop rules',
    'shop use-cases',
    'db',
    'node',
    'packages',
  ],
  // Its pictures show a shop started by a fixture, with dates in the shop's time.
  'owner guide': ['owner guide', 'shop rules', 'scripts', 'tests', 'node', 'packages'],
  bench: [
    'bench',
    'tests',
    'scripts',
    'server',
    'web entry points',
    'web http',
    'web client',
    'shop rules',
    'shop use-cases',
    'db',
    'react',
    'node',
    'packages',
  ],
  prove: [
    'prove',
    'bench',
    'tests',
    'scripts',
    'server',
    'web entry points',
    'web area',
    'web http',
    'web client',
    'web route modules',
    'shop rules',
    'shop use-cases',
    'db',
    'node',
    'packages',
  ],
  tests: [
    'tests',
    'prove',
    'scripts',
    'server',
    'web entry points',
    'web area',
    'web cart',
    'web ui',
    'web http',
    'web client',
    'web route modules',
    'shop rules',
    'shop use-cases',
    'db',
    'react',
    'node',
    'packages',
  ],
}

/** Use-cases may call those of folders listed earlier. */
const FOLDER_ORDER = [
  ['audit'],
  ['accounts', 'content', 'enquiries', 'mail', 'media', 'settings'],
  ['stock'],
  ['catalogue'],
  ['cart'],
  ['orders'],
  ['checkout'],
  ['customers'],
  ['reports'],
]
const MAX_FILES_IN_FOLDER = 25
/** Released migrations are never moved, and each version adds some. */
const APPEND_ONLY_FOLDERS = new Set(['db/migrations'])
const UNWANTED_FOLDERS = new Set(['utils', 'helpers', 'lib', 'common', 'types'])

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  // Git lists a deleted file until its removal is committed.
  .filter((name) => existsSync(name) && /^(db|shop|web|server|scripts|tests|bench|prove)\//.test(name))
const isTest = (name: string) => /\.(test|spec)\.tsx?$/.test(name)

export function layerOf(name: string): Layer {
  const [tree, folder] = name.split('/') as [string, string]
  if (isTest(name) || tree === 'tests') return 'tests'
  if (name.startsWith('scripts/owner-guide')) return 'owner guide'
  const isServerFile = /\.server\.tsx?$/.test(name)
  if (tree === 'shop') return isServerFile ? 'shop use-cases' : 'shop rules'
  if (tree !== 'web') return tree as Layer
  if (!name.slice(4).includes('/')) return 'web entry points'
  if (isServerFile) return 'web route modules'
  if (folder === 'ui' || folder === 'brand') return 'web ui'
  if (folder === 'http' || folder === 'session' || folder === 'forms') return 'web http'
  if (folder === 'client') return 'web client'
  return folder === 'cart' ? 'web cart' : 'web area'
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
  if (!/^(db|shop|web|server|scripts|tests|bench|prove)\//.test(to)) {
    if (/^(react|react-dom|react-router)(\/|$)/.test(to)) {
      return allowed.includes('react')
        ? undefined
        : `${from}: ${layer} may not import React, but imports ${to}`
    }
    if (to.startsWith('node:'))
      return allowed.includes('node')
        ? undefined
        : `${from}: ${layer} may not use Node modules, but imports ${to}`
    if (layer === 'shop rules' && to === 'zod') return undefined
    if (/\.css$|^@fontsource/.test(to) || allowed.includes('packages') || isType) return undefined
    return layer === 'web entry points' ? undefined : `${from}: ${layer} may not use the package ${to}`
  }
  const target = layerOf(to)
  // Type imports are erased, so a page may import its loader's type.
  if (isType && target === 'web route modules' && layer === 'web area') return undefined
  if (isType && layer === 'web http' && target === 'shop use-cases') return undefined
  // Code that needs neither React nor the server, such as paths.
  if (
    layer === 'web route modules' &&
    target === 'web area' &&
    to.endsWith('.ts') &&
    areaOf(from) === areaOf(to)
  )
    return undefined
  if (!allowed.includes(target)) return `${from}: ${layer} may not import ${target} (${to})`
  if (layer === 'web area' && target === 'web area' && areaOf(from) !== areaOf(to)) {
    return `${from}: one area may not import another (${to})`
  }
  if (layer === 'shop use-cases' && target === 'shop use-cases') return folderOrderViolation(from, to, isType)
  return undefined
}

const areaOf = (name: string) => name.split('/')[1]

function folderOrderViolation(from: string, to: string, isType: boolean): string | undefined {
  const rank = (name: string) => FOLDER_ORDER.findIndex((folders) => folders.includes(name.split('/')[1]!))
  const isRoot = (name: string) => name.split('/').length === 2
  if (isRoot(to) || (isRoot(from) && isType)) return undefined
  return rank(to) <= rank(from) ? undefined : `${from}: a use-case may not call a folder to its right (${to})`
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
  test('imports go web → shop → db, and no area imports another', () => {
    const broken = files.flatMap((name) =>
      importsOf(name, readFileSync(name, 'utf8'))
        .map(importViolation)
        .filter((line) => line !== undefined),
    )
    expect(broken).toEqual([])
  })

  test('there are no import cycles, not even of types', () => {
    const imports = new Map(
      files.map((name) => [name, importsOf(name, readFileSync(name, 'utf8')).map(({ to }) => to)] as const),
    )
    expect(findImportCycles(imports)).toEqual([])
  })

  test('no client entry imports zod', () => {
    const running = new Map(
      files.map((name) => {
        const imports = importsOf(name, readFileSync(name, 'utf8')).filter(({ isType }) => !isType)
        return [name, imports.map(({ to }) => to)] as const
      }),
    )
    for (const entry of ['web/shop-client-entry.ts', 'web/admin-client-entry.ts']) {
      const reached = reachableFrom(entry, running)
      expect(reached, 'the walk reaches the screens').toContain('web/ui/form/button.tsx')
      expect([...reached].filter((name) => name === 'zod' || running.get(name)?.includes('zod'))).toEqual([])
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
        'db',
        'shop',
        'web',
        'server',
        'scripts',
        'tests',
        'bench',
        'prove',
        'docs/decisions',
      ],
      { encoding: 'utf8' },
    )
      .split('\n')
      .filter((name) => existsSync(name) && name !== '' && !name.startsWith('web/public/'))
    const counts = Map.groupBy(tracked, (name) => posix.dirname(name))
    expect(
      [...counts]
        .filter(([folder, names]) => names.length > MAX_FILES_IN_FOLDER && !APPEND_ONLY_FOLDERS.has(folder))
        .map(([folder, { length }]) => `${folder}: ${length}`),
    ).toEqual([])
  })

  test.each([
    ['shop/money/money.ts', `import { readFile } from 'node:fs'`],
    ['shop/cart/cart.ts', `import { shopContext } from '#web/http/request-contexts.ts'`],
    ['shop/cart/cart.ts', `import { refreshCart } from './refresh-cart.server.ts'`],
    [
      'shop/catalogue/storefront/storefront-catalogue.server.ts',
      `import { placeOrder } from '#shop/checkout/placing/place-order.server.ts'`,
    ],
    ['shop/orders/orders.server.ts', `import { useState } from 'react'`],
    ['web/ui/form/button.tsx', `import { ProductCard } from '#web/storefront/products/product-card.tsx'`],
    ['web/storefront/home/home-page.tsx', `import { OrderRow } from '#web/admin/order-row.tsx'`],
    [
      'web/storefront/home/home-page.tsx',
      `import { homePage } from '#shop/catalogue/storefront/storefront-catalogue.server.ts'`,
    ],
    ['db/connection/connect.server.ts', `import { visitor } from '#shop/permissions.ts'`],
    ['web/client/page-data/prefetch-page.ts', `import { allRoutes } from '#web/all-routes.ts'`],
    ['web/client/page-data/prefetch-page.ts', 'const screen = import(`#web/admin/order/order-page.tsx`)'],
  ])('a forbidden import is reported: %s', (name, source) => {
    expect(importsOf(name, source).map(importViolation)[0]).toContain(name)
  })
})
