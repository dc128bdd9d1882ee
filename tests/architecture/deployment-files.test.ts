import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HEALTH_PATHS } from '#platform/http/health-checks.ts'
import { readSettings, SETTING_NAMES } from '#platform/settings/environment-settings.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const list = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))

/** Variables that Node and npm start read. */
const OTHER_VARIABLES = ['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'NODE_ENV', 'PATH']
const isSetting = (name: string) => [...OTHER_VARIABLES, ...SETTING_NAMES].includes(name)

/** Lines that set a variable for the shop, in the syntax of each file. */
const NAMES: Record<string, (text: string) => string[]> = {
  Containerfile: (text) =>
    matches(text.slice(text.indexOf('ENV '), text.indexOf('USER ')), /\b([A-Z][A-Z0-9_]+)=/g),
  'compose.yaml': (text) =>
    matches(text.slice(text.indexOf('x-settings:'), text.indexOf('services:')), /^ {2}([A-Z][A-Z0-9_]+):/gm),
  'deploy/systemd/settings.env': (text) => matches(text, /^#?([A-Z][A-Z0-9_]+)=/gm),
  'deploy/systemd/ninth-bend.service': (text) =>
    matches(/^Environment=(.*)$/m.exec(text)![1]!, /([A-Z][A-Z0-9_]+)=/g),
  'deploy/kubernetes/kustomization.yaml': (text) => matches(text, /^ +- ([A-Z][A-Z0-9_]+)=/gm),
  'deploy/kubernetes/shop.yaml': (text) => [
    ...matches(text, /- name: ([A-Z][A-Z0-9_]+)$/gm),
    ...matches(/# (SESSION_SECRET.*)$/m.exec(text)![1]!, /([A-Z][A-Z0-9_]+)/g),
  ],
}
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)

describe('PROXY-8 The files for containers, systemd, Kubernetes and proxies agree with the shop', () => {
  test.each(Object.entries(NAMES))('%s names only settings that exist', (file, namesIn) => {
    const names = namesIn(read(file))
    expect(names.length).toBeGreaterThan(2)
    expect(names.filter((name) => !isSetting(name))).toEqual([])
    expect(isSetting('TRUSTED_PROXY')).toBe(false)
  })

  test.each(['compose.yaml', 'deploy/systemd/settings.env', 'deploy/kubernetes/kustomization.yaml'])(
    'BACKUP-16 %s has a daily backup',
    (file) => {
      expect(NAMES[file]!(read(file))).toEqual(expect.arrayContaining(['BACKUP_DAILY_AT', 'BACKUP_DIR']))
    },
  )

  test('BACKUP-16 each page about running the shop says where its backups are', () => {
    const pages = list('deploy').filter((file) => file.endsWith('README.md'))
    expect(pages.length).toBeGreaterThan(6)
    expect(pages.filter((file) => !read(file).includes('`BACKUP_DIR`'))).toEqual([])
  })

  test('the values of the settings are valid', () => {
    const kubernetes = matches(read('deploy/kubernetes/kustomization.yaml'), /^ +- ([A-Z][A-Z0-9_]+=.*)$/gm)
    const systemd = matches(read('deploy/systemd/settings.env'), /^([A-Z][A-Z0-9_]+=.*)$/gm)
    const secrets = { S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' }
    for (const lines of [kubernetes, systemd]) {
      const entries = lines.map((line) => [
        line.slice(0, line.indexOf('=')),
        line.slice(line.indexOf('=') + 1),
      ])
      const values = Object.fromEntries(entries) as Record<string, string>
      expect(readSettings({ ...(values['S3_BUCKET'] && secrets), ...values })).toMatchObject({ ok: true })
    }
  })

  test('ports and paths of checks are those of the shop', () => {
    const files = ['Containerfile', 'compose.yaml', 'scripts/check-health.ts', ...list('deploy')]
    const served: readonly string[] = HEALTH_PATHS
    const ports = new Set<string>()
    for (const file of files.filter((name) => !name.endsWith('.md') && !/monitoring|pgbouncer/.test(name))) {
      const text = read(file)
      for (const path of matches(text, /(?:GET|uri|path:|HEALTH_PATH =|READY_PATH:-)\s*'?"?(\/\w+z)\b/g))
        expect(served, `${file}: ${path}`).toContain(path)
      for (const port of matches(text, /(?:10\.0\.0\.1[12]|node[12]):(\d+)|\.port = "(\d+)"/g))
        ports.add(port ?? '3000')
      for (const port of matches(text, /(?:EXPOSE |containerPort: |\bPORT=)(\d+)/g)) ports.add(port)
    }
    expect([...ports]).toEqual(['3000'])
    expect(readSettings({})).toMatchObject({ value: { port: 3000 } })
  })

  test('nginx of compose.yaml has the configuration of deploy/nginx', () => {
    const body = (text: string) => text.slice(text.indexOf('\n'))
    const expected = body(read('deploy/nginx/ninth-bend.conf'))
      .replaceAll('10.0.0.11:3000', 'node1:3000')
      .replaceAll('10.0.0.12:3000', 'node2:3000')
      .replaceAll('server_name shop.example;', 'server_name _;')
    expect(body(read('deploy/containers/nginx.conf'))).toBe(expected)
  })

  test('FLEET-5 nginx counts no failed answers against a node, which would hide the pages that it has', () => {
    const lines = list('deploy').flatMap((file) => matches(read(file), /^( *server [^ ;{]+:\d+.*)$/gm))
    expect(lines.length).toBeGreaterThan(7)
    expect(lines.filter((line) => !line.includes(' max_fails=0;'))).toEqual([])
  })

  test('the image contains what `npm start` runs, and no tests', () => {
    const start = (JSON.parse(read('package.json')) as { scripts: { start: string } }).scripts.start
    const [, options] = /node (.*) app\/main\.ts$/.exec(start)!
    expect(read('Containerfile')).toContain(
      ['node', ...options!.split(' '), 'app/main.ts'].map((word) => `"${word}"`).join(', '),
    )
    expect(read('deploy/systemd/ninth-bend.service')).toContain(`node ${options} app/main.ts`)
    const included = matches(read('.containerignore'), /^!(\S+)$/gm)
    expect(
      included.filter((name) => !readdirSync(join(ROOT, name, '..')).includes(name.split('/').pop()!)),
    ).toEqual([])
    expect(included).toEqual(
      expect.arrayContaining(['app', 'demo', 'features', 'kit', 'platform', 'scripts', 'shop']),
    )
    expect(read('.containerignore')).toContain('**/*.test.ts\n')
  })
})
