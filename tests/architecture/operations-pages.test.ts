import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '#platform/settings/environment-settings.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)
const list = (pattern: string) => globSync(pattern, { cwd: ROOT })

const ONE_MACHINE = read('docs/operations/one-machine.md')
const TROUBLESHOOTING = read('docs/operations/troubleshooting.md')
const PAGES = list('docs/operations/*.md').map(read).join('\n')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** From the heading to the next one of any level. */
const section = (text: string, heading: string) => text.split(`\n${heading}\n`)[1]!.split(/^#+ /m)[0]!
const firstCells = (text: string) => matches(text, /^\| (.*?) \|/gm).filter((cell) => cell.includes('`'))
const codeSpans = (text: string) => matches(text, /`([^`]+)`/g)

describe('OPERATIONS-21 The pages about operations agree with the shop', () => {
  test('the table of settings has each setting, and no other', () => {
    const rows = firstCells(section(ONE_MACHINE, '## Settings')).flatMap(codeSpans)
    expect(rows.toSorted()).toEqual([...SETTING_NAMES].sort())
  })

  test('each command of an operator is described with its options', () => {
    const commands = Object.entries(scripts).filter(([, script]) => script.includes('-command/'))
    expect(commands.map(([name]) => name)).toContain('move-database')
    expect(commands.filter(([name]) => !PAGES.includes(`npm run ${name} -- `))).toEqual([])
    for (const [, script] of commands) {
      const source = read(script.replace('node ', ''))
      const options = matches(source, /^\s*npm run \S+ -- .*?(--[a-z-]+)/gm)
      expect(options.filter((option) => !PAGES.includes(option))).toEqual([])
    }
  })

  test('commands and files that the pages name exist', () => {
    const commands = matches(PAGES, /npm run ([\w-]+)/g)
    expect(commands.length).toBeGreaterThan(10)
    expect(commands.filter((name) => !scripts[name])).toEqual([])
    const files = matches(PAGES, /[` ]((?:platform|deploy|scripts)\/[\w./-]+\.\w+)/g)
    expect(files.length).toBeGreaterThan(3)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('each alarm has something to do, and no other', () => {
    const alarms = matches(read('deploy/monitoring/alert-rules.yml'), /- alert: (\w+)/g)
    const rows = firstCells(section(TROUBLESHOOTING, '## An alarm rings')).flatMap(codeSpans)
    expect(alarms.length).toBeGreaterThan(10)
    expect(rows.toSorted()).toEqual(alarms.toSorted())
  })

  test('each line that an operator looks for is written by the shop', () => {
    const sources = list('{app,features,kit,platform,shop}/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts'))
      .map(read)
    const withoutAlarms = TROUBLESHOOTING.replace(section(TROUBLESHOOTING, '## An alarm rings'), '')
    const lines = firstCells(withoutAlarms).flatMap(codeSpans)
    expect(lines.length).toBeGreaterThan(50)
    const isWritten = (line: string) => {
      const parts = line.split('…').map((part) => part.trim())
      return sources.some((source) => parts.every((part) => source.includes(part)))
    }
    expect(lines.filter((line) => !isWritten(line))).toEqual([])
    expect(isWritten('The shop … fishing.')).toBe(false)
  })
})
