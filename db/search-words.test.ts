import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const groups = JSON.parse(readFileSync('db/search-words/thesaurus.json', 'utf8')) as {
  name: string
  words: string[]
  finds?: string[]
}[]
const duplicates = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

test('SEARCH-59 the thesaurus has at least 400 groups, each under one name that is one of its words', () => {
  expect(groups.length).toBeGreaterThanOrEqual(400)
  expect(duplicates(groups.map(({ name }) => name))).toEqual([])
  expect(groups.filter(({ name, words }) => !words.includes(name)).map(({ name }) => name)).toEqual([])
})

test('SEARCH-59 its words are in lower case, of letters, digits and spaces, and stand once in a group', () => {
  const wrong = groups.flatMap(({ words }) =>
    words.filter(
      (word) =>
        word !== word.toLowerCase().normalize('NFC') ||
        !/^(?:[\p{L}\p{M}\p{N} ]|\u200c|\u200d){2,60}$/u.test(word),
    ),
  )
  expect(wrong).toEqual([])
  expect(groups.flatMap(({ words }) => duplicates(words))).toEqual([])
})

test('SEARCH-59 narrower groups exist', () => {
  const names = new Set(groups.map(({ name }) => name))
  expect(
    groups.flatMap(({ name, finds = [] }) => finds.filter((each) => !names.has(each) || each === name)),
  ).toEqual([])
})
