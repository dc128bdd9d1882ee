import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LOG_SERIALIZERS } from './logger.ts'

test('what a library writes to the console is logged as JSON, without personal data', async () => {
  const program = `
    import { createLogger } from '#app/start/logger.ts'
    createLogger({ level: 'info', node: 'shop-1' })
    console.error('no mailbox for "Zebulon Markworth", zebulon@quill.example', new Error('Key (email)=(zebulon@quill.example) exists'))`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    { cwd: join(import.meta.dirname, '../..') },
  )
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'A library reports.', level: 50, node: 'shop-1' })
  expect(stdout + stderr).not.toMatch(/zebulon|markworth/i)
})

test('what a shopper searched for and avoids is not logged', () => {
  const listQuery = {
    search: 'Asha Nair',
    freeFrom: ['milk'],
    unknownFreeFrom: ['kiwi'],
    page: 2,
    inStockOnly: true,
  }
  expect(LOG_SERIALIZERS.listQuery(listQuery)).toEqual({ page: 2, inStockOnly: true })
})

test('MONITOR-7 MONITOR-9 a line has node, process and request, and one key for errors', async () => {
  const program = `
    import { createLogger } from '#app/start/logger.ts'
    import { runInRequest } from '#platform/logging/request-context.ts'
    const log = createLogger({ level: 'info', node: 'shop-1' })
    runInRequest({ requestId: 'first', route: null }, () => {
      log.warn({ error: new Error('named') }, 'one')
      log.warn(new Error('alone'), 'two')
      log.info({ requestId: 'of another request' }, 'three')
    })
    log.debug('below the level')
    log.info('four')`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
  })
  const [one, two, three, four, ...more] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(one).toMatchObject({ node: 'shop-1', requestId: 'first', error: { message: 'named' } })
  expect(one!['pid']).toBeTypeOf('number')
  expect(two).toMatchObject({ requestId: 'first', error: { message: 'alone' } })
  expect(three!['requestId']).toBe('of another request')
  expect(four).not.toHaveProperty('requestId')
  expect(more).toEqual([])
})

test('MONITOR-9 no code logs an error under another key', () => {
  const root = join(import.meta.dirname, '../..')
  const files = ['app', 'features', 'platform', 'shop'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(root, folder, name)),
  )
  expect(files.length).toBeGreaterThan(100)
  const wrong = /\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*\{[^}]*\b(?:err|problem: problem)\b/
  expect(files.filter((file) => wrong.test(readFileSync(file, 'utf8')))).toEqual([])
})
