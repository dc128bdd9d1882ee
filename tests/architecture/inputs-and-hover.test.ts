import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

test('ACCESS-7 no field is of the type number, because the mouse wheel changes its value', () => {
  const files = read('{app,features,kit}/**/*.tsx')
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(({ text }) => /type="number"/.test(text)).map(({ path }) => path)).toEqual([])
})

test('ACCESS-8 every :hover style applies only on devices that can hover', () => {
  const files = read('{app,features,kit}/**/*.css')
  expect(files.length).toBeGreaterThan(20)
  expect(
    files.flatMap(({ path, text }) => hoverOutsideMedia(text).map((line) => `${path}: ${line}`)),
  ).toEqual([])
})

test('a :hover outside the media query is found', () => {
  expect(
    hoverOutsideMedia('.a:hover {\n color: red }\n@media (hover: hover) {\n .b:hover { color: red }\n}'),
  ).toEqual(['.a:hover {'])
})

function hoverOutsideMedia(css: string): string[] {
  const found: string[] = []
  let depth = 0
  let mediaDepth: number | null = null
  for (const line of css.replaceAll(/\/\*.*?\*\//gs, '').split('\n')) {
    if (line.includes('@media (hover: hover)')) mediaDepth ??= depth
    else if (line.includes(':hover') && mediaDepth === null) found.push(line.trim())
    depth += line.split('{').length - line.split('}').length
    if (mediaDepth !== null && depth <= mediaDepth) mediaDepth = null
  }
  return found
}
