import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCES = /\.(?:tsx?|mjs|sql|css|ya?ml|cfg|conf|vcl|sh|service)$|^Containerfile$/
const COMMENTS = /\/\*[\s\S]*?\*\/|(?:^|\s)(?:\/\/|--|#)\s.*$/gm
/** Applied to each line, because a sentence that begins a line has to have a subject too. */
const WITHOUT_SUBJECT = /^\W*(?:Of|As)\s/
const NOT_ENGLISH = /\b(?:anew|whoever|tells? (?:that|what|whether)|of (?:before|now)(?! ?\())\b/i

const wrongLines = (text: string) =>
  (text.match(COMMENTS) ?? []).flatMap((comment) =>
    comment.split('\n').filter((line) => WITHOUT_SUBJECT.test(line) || NOT_ENGLISH.test(line)),
  )

test('comments are what an English speaker would write: each begins with a subject or a verb', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    // The text of a migration that has landed never changes.
    .filter((file) => SOURCES.test(file) && !/^(?:platform\/database\/migrations|demo)\//.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(
    files.flatMap((file) => wrongLines(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`)),
  ).toEqual([])
})

test.each([
  ['/** %s all entries before this one. */', 1],
  ['/**\n * Throws an error.\n * %s PostgreSQL does.\n */', 1],
  ['const size = 1 // %s a part.', 1],
  ['  -- %s the last commit.', 1],
  ['# %s root.', 1],
  ['/** The size, %s the database has it. */', 0],
  ["const text = '%s now'", 0],
])('%j: %i found', (comment, count) => {
  for (const word of ['Of', 'As']) expect(wrongLines(comment.replace('%s', word))).toHaveLength(count)
})

test.each([
  ['tells', 'whether it is open.', 1],
  ['The stock of', 'now.', 1],
  ['The sums are made', 'anew.', 1],
  ['The time of', 'now() is read once.', 0],
])('a comment that says “%s %s”: %i found', (start, end, count) => {
  expect(wrongLines(`// ${start} ${end}`)).toHaveLength(count)
})
