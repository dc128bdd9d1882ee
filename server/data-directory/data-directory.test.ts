import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openDataDirectory } from './data-directory.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-secret-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const emptyDirectory = () => mkdtempSync(join(folder, 'data-'))
const open = (dataDirectory: string, sessionSecret: string | null = null) => openDataDirectory({ dataDirectory, sessionSecret })

describe('SESSION-26 a secret that anybody could guess opens no shop', () => {
  test.each([
    ['nothing', ''], ['five bytes', 'hello'], ['whitespace', ` ${'\n\t '.repeat(40)}`], ['the zeros of a block that never reached the disk', '\0'.repeat(44)],
    ['one byte too few', 'x'.repeat(31)],
  ])('after a power cut the file holds %s', (_what, kept) => {
    const directory = emptyDirectory()
    const file = join(directory, 'secret')
    writeFileSync(file, kept)
    const opened = open(directory)
    expect(!opened.ok && opened.refusal.problem).toBe(
      `${file} holds fewer than 32 bytes, so that sessions could be forged. Restore it from a backup, or delete it to have a new one made: ` +
        'then everybody is signed out, links in mails sent before stop working, and second factors must be set up again.',
    )
    expect(readFileSync(file, 'utf8'), 'what is there stays').toBe(kept)
  })

  test('one of 32 bytes does, whoever wrote it; SESSION_SECRET needs no file', () => {
    const directory = emptyDirectory()
    writeFileSync(join(directory, 'secret'), `${'x'.repeat(32)}\n`)
    mkdirSync(join(directory, 'postgres'))
    writeFileSync(join(directory, 'postgres', 'PG_VERSION'), '18')
    expect(open(directory)).toMatchObject({ ok: true, value: { sessionSecret: 'x'.repeat(32) } })
    writeFileSync(join(directory, 'secret'), '')
    expect(open(directory, 's'.repeat(32)).ok).toBe(true)
  })

  test('deleted, it is made anew, whole and for its owner alone', () => {
    const directory = emptyDirectory()
    const first = open(directory)
    rmSync(join(directory, 'secret'))
    const second = open(directory)
    expect(first.ok && second.ok && first.value.sessionSecret !== second.value.sessionSecret).toBe(true)
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(directory)).toEqual(['first-start', 'secret'])
  })
})

test('several processes that start at once agree on one secret', async () => {
  const directory = emptyDirectory()
  const program = `
    import { openDataDirectory } from ${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))}
    await new Promise((resolve) => process.stdin.once('data', resolve))
    const opened = openDataDirectory({ dataDirectory: ${JSON.stringify(directory)}, sessionSecret: null })
    process.stdout.write(opened.ok ? opened.value.sessionSecret : opened.refusal.problem)
    process.exit()`
  const starts = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: join(import.meta.dirname, '../..'), stdio: ['pipe', 'pipe', 'inherit'] }))
  for (const start of starts) start.stdin.write('go\n')
  const [secrets] = await Promise.all([Promise.all(starts.map(({ stdout }) => text(stdout))), ...starts.map((start) => once(start, 'exit'))])
  expect(new Set(secrets)).toEqual(new Set([readFileSync(join(directory, 'secret'), 'utf8').trim()]))
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(readdirSync(directory)).toEqual(['first-start', 'secret'])
})
