import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!)
const list = (pattern: string) => globSync(pattern, { cwd: ROOT })

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

test('OPERATIONS-22 each link of a document leads to a file and a heading that exist', () => {
  const files = list('{*.md,{docs,deploy}/**/*.md}')
  const anchors = (file: string) => matches(read(file), /^#+ (.+)$/gm).map(anchorOf)
  const dead = files.flatMap((file) =>
    matches(read(file), /\]\((?!https?:)([^)\s]+)\)/g)
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const target = path ? join(dirname(file), path) : file
        if (!existsSync(join(ROOT, target))) return true
        return anchor !== undefined && !anchors(target).includes(anchor)
      })
      .map((link) => `${file}: ${link}`),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(dead).toEqual([])
})

test('OPERATIONS-22 each decision that is cited is in the index, and its page is at most a page long', () => {
  const index = read('docs/decisions/README.md')
  const numbers = new Set(matches(index, /^\| \[?ADR-(\d+)\b/gm))
  const citing = list(
    '{*.md,*.ts,{app,bench,deploy,docs,features,kit,platform,prove,scripts,shop,tests}/**/*.{md,sql,ts,tsx}}',
  )
  const unknown = citing.flatMap((file) =>
    matches(read(file), /\bADR-(\d+)\b/g)
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: ADR-${number}`),
  )
  expect(citing.length).toBeGreaterThan(1000)
  expect(unknown).toEqual([])
  const pages = list('docs/decisions/*/*.md')
  expect(pages.filter((file) => !index.includes(`](${file.slice('docs/decisions/'.length)})`))).toEqual([])
  expect(pages.filter((file) => read(file).split('\n').length > 61)).toEqual([])
  expect(pages.filter((file) => read(file).split(/\s+/).length > 900)).toEqual([])
})
