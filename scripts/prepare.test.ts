import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root: string

/** Replaces `npm ci`, which takes most of a second even without packages. */
const NPM_WITHOUT_PACKAGES = `
  import { mkdirSync, rmSync } from 'node:fs'
  if (process.argv[2] !== 'ci') throw new Error('Only npm ci is expected.')
  rmSync('node_modules', { recursive: true, force: true })
  mkdirSync('node_modules')
`
/** The npm on PATH. */
const REAL_NPM = { npm_execpath: '' }

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ninth bend prepare '))
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'))
  cpSync(join(import.meta.dirname, 'prepare'), join(root, 'scripts/prepare'), { recursive: true })
  write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module' }))
  lockPackages({})
  write('npm-cli.js', NPM_WITHOUT_PACKAGES)
  write('app/page.tsx', 'page')
  for (const folder of ['features', 'kit']) mkdirSync(join(root, folder))
  write('shop/rule.ts', 'rule')
  write(
    'scripts/build.ts',
    `
    import { appendFileSync, mkdirSync } from 'node:fs'
    appendFileSync('builds', '.')
    mkdirSync('dist', { recursive: true })
  `,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string) {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), content)
}

const lockPackages = (packages: Record<string, object>) =>
  write(
    'package-lock.json',
    JSON.stringify({
      name: 'shop',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { name: 'shop', version: '1.0.0' }, ...packages },
    }),
  )

const builds = () =>
  existsSync(join(root, 'builds')) ? readFileSync(join(root, 'builds'), 'utf8').length : 0

async function prepare(mode: 'start' | 'test', env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/prepare.mjs'), mode], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      npm_execpath: join(root, 'npm-cli.js'),
      npm_node_execpath: process.execPath,
      ...env,
    },
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, lines: (out + err).trim().split('\n').filter(Boolean) }
}

test('OPERATIONS-11 a first start installs and builds, the second one skips both', async () => {
  expect(await prepare('start', REAL_NPM)).toEqual({
    code: 0,
    lines: ['Installing packages …', 'Building the site …'],
  })
  const before = performance.now()
  expect(await prepare('start')).toEqual({ code: 0, lines: [] })
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(builds()).toBe(1)
})

test('packages installed for tests serve a start, but not the other way round', async () => {
  await prepare('start')
  expect((await prepare('test')).lines).toEqual(['Installing packages, with those for the tests …'])
  expect((await prepare('start')).lines).toEqual([])
  expect((await prepare('test')).lines).toEqual([])
})

test.each([
  ['a page', 'app/page.tsx', ['Building the site …']],
  ['a rule that pages use', 'shop/rule.ts', ['Building the site …']],
  ['a test', 'app/page.test.tsx', []],
  ['the locked packages', 'package.json', ['Installing packages …', 'Building the site …']],
])('a change of %s causes the necessary steps only', async (_, path, lines) => {
  await prepare('start')
  write(path, JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', description: 'changed' }))
  expect((await prepare('start')).lines).toEqual(lines)
})

test('an interrupted install or build is repeated', async () => {
  await prepare('start')
  rmSync(join(root, 'node_modules/.installed'))
  rmSync(join(root, 'dist/.built'))
  write('node_modules/half/package.json', '{')
  expect((await prepare('start', REAL_NPM)).lines).toEqual(['Installing packages …', 'Building the site …'])
  expect(existsSync(join(root, 'node_modules/half'))).toBe(false)
})

test('a failed build is reported with its reason, and retried next time', async () => {
  write('scripts/build.ts', `console.error('no such colour'); process.exit(1)`)
  const failed = await prepare('start')
  expect(failed.code).toBe(1)
  expect(failed.lines.slice(-2)).toEqual([
    'no such colour',
    'The site could not be built; see the output above.',
  ])
  expect((await prepare('start')).code).toBe(1)
})

test('two concurrent starts install and build once', async () => {
  write(
    'scripts/build.ts',
    `
    import { appendFileSync, mkdirSync } from 'node:fs'
    await new Promise((resolve) => setTimeout(resolve, 400))
    appendFileSync('builds', '.')
    mkdirSync('dist', { recursive: true })
  `,
  )
  const both = await Promise.all([prepare('start'), prepare('start')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(both.flatMap(({ lines }) => lines)).toContain(
    'Another start is installing or building; waiting for it …',
  )
  expect(builds()).toBe(1)
})

test('the lock of a killed start is ignored', async () => {
  write('.cache/prepare.lock', '4194999')
  expect((await prepare('start')).code).toBe(0)
  expect(existsSync(join(root, '.cache/prepare.lock'))).toBe(false)
})

test('without a network one line is printed, and the lock is released', async () => {
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`
  lockPackages({
    'node_modules/pepper': { version: '1.0.0', resolved: 'http://127.0.0.1:9/pepper.tgz', integrity },
  })
  write(
    'package.json',
    JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', dependencies: { pepper: '1.0.0' } }),
  )
  write(
    'package-lock.json',
    readFileSync(join(root, 'package-lock.json'), 'utf8').replace(
      '{"name":"shop","version":"1.0.0"}',
      '{"name":"shop","version":"1.0.0","dependencies":{"pepper":"1.0.0"}}',
    ),
  )
  const failed = await prepare('start', {
    ...REAL_NPM,
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  })
  expect(failed.code).toBe(1)
  expect(failed.lines.at(-1)).toBe(
    "The packages could not be fetched. Check the network (or npm's registry setting) and start again.",
  )
  expect(existsSync(join(root, '.cache/prepare.lock'))).toBe(false)
})

test('without npm one line is printed', async () => {
  const failed = await prepare('start', { PATH: '/nowhere', npm_execpath: '' })
  expect(failed).toEqual({
    code: 1,
    lines: ['Installing packages …', 'npm was not found. Install it (it comes with Node) and start again.'],
  })
})
