import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LOG_SERIALIZERS } from './logger.ts'

test('what a library writes to the console is logged as JSON, without personal data', async () => {
  const program = `
    import { createLogger } from '#server/logging/logger.ts'
    createLogger()
    console.error('no mailbox for "Zebulon Markworth", zebulon@quill.example', new Error('Key (email)=(zebulon@quill.example) exists'))`
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program],
    { cwd: join(import.meta.dirname, '../..') },
  )
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'A library reports.', level: 50 })
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
