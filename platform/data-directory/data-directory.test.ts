import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'

const parentDirectory = mkdtempSync(join(tmpdir(), 'ninth-bend-secret-'))
afterAll(() => rmSync(parentDirectory, { recursive: true, force: true }))
const emptyDirectory = () => mkdtempSync(join(parentDirectory, 'data-'))
const open = (dataDirectory: string, sessionSecret: string | null = null) =>
  openDataDirectory({ dataDirectory, sessionSecret })

describe('SESSION-26 a session secret that can be guessed prevents the start', () => {
  test.each([
    ['nothing', ''],
    ['five bytes', 'hello'],
    ['whitespace', ` ${'\n\t '.repeat(40)}`],
    ['NUL bytes of a block that was not written', '\0'.repeat(44)],
    ['one byte too few', 'x'.repeat(31)],
  ])('after a power cut the file holds %s', (_what, content) => {
    const directory = emptyDirectory()
    const file = join(directory, 'secret')
    writeFileSync(file, content)
    const opened = open(directory)
    expect(!opened.ok && opened.refusal.problem).toBe(
      `${file} holds fewer than 32 bytes, so that sessions could be forged. Restore it from a backup, or delete it to have a new one made: ` +
        'then everybody is signed out, links in mails sent before stop working, and second factors must be set up again.',
    )
    expect(readFileSync(file, 'utf8'), 'the file is unchanged').toBe(content)
  })

  test('a secret of 32 bytes is accepted; with SESSION_SECRET no file is needed', () => {
    const directory = emptyDirectory()
    writeFileSync(join(directory, 'secret'), `${'x'.repeat(32)}\n`)
    mkdirSync(join(directory, 'postgres'))
    writeFileSync(join(directory, 'postgres', 'PG_VERSION'), '18')
    expect(open(directory)).toMatchObject({ ok: true, value: { sessionSecret: 'x'.repeat(32) } })
    writeFileSync(join(directory, 'secret'), '')
    expect(open(directory, 's'.repeat(32)).ok).toBe(true)
  })

  test('a deleted secret is generated again, readable by its owner only', () => {
    const directory = emptyDirectory()
    const first = open(directory)
    rmSync(join(directory, 'secret'))
    const second = open(directory)
    expect(first.ok && second.ok && first.value.sessionSecret !== second.value.sessionSecret).toBe(true)
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory)).toEqual(['first-start', 'secret'])
  })
})

test('several processes that start concurrently agree on one secret', async () => {
  const directory = emptyDirectory()
  const program = `
    import { openDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))}
    await new Promise((resolve) => process.stdin.once('data', resolve))
    const opened = openDataDirectory({ dataDirectory: ${JSON.stringify(directory)}, sessionSecret: null })
    process.stdout.write(opened.ok ? opened.value.sessionSecret : opened.refusal.problem)
    process.exit()`
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  for (const child of processes) child.stdin.write('go\n')
  const [secrets] = await Promise.all([
    Promise.all(processes.map(({ stdout }) => text(stdout))),
    ...processes.map((child) => once(child, 'exit')),
  ])
  expect(new Set(secrets)).toEqual(new Set([readFileSync(join(directory, 'secret'), 'utf8').trim()]))
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(readdirSync(directory)).toEqual(['first-start', 'secret'])
})
