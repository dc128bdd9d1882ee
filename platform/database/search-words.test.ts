import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Group = { name: string; words: string[]; finds?: string[]; uses?: string[] }
const read = (name: string) =>
  JSON.parse(readFileSync(`platform/database/search-words/${name}.json`, 'utf8')) as Group[]
const thesaurus = read('thesaurus')
const dishes = read('dishes')
const both = [...thesaurus, ...dishes]
const duplicates = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)

test('SEARCH-59 the thesaurus has at least 400 groups, each under one name that is one of its words', () => {
  expect(thesaurus.length).toBeGreaterThanOrEqual(400)
  expect(duplicates(thesaurus.map(({ name }) => name))).toEqual([])
  expect(both.filter(({ name, words }) => !words.includes(name)).map(({ name }) => name)).toEqual([])
})

test('SEARCH-59 its words are in lower case, of letters, digits and spaces, and stand once in a group', () => {
  const wrong = both.flatMap(({ words }) =>
    words.filter(
      (word) =>
        word !== word.toLowerCase().normalize('NFC') ||
        !/^(?:[\p{L}\p{M}\p{N} ]|\u200c|\u200d){2,60}$/u.test(word),
    ),
  )
  expect(wrong).toEqual([])
  expect(both.flatMap(({ words }) => duplicates(words))).toEqual([])
})

test('SEARCH-59 narrower groups exist', () => {
  const names = new Set(thesaurus.map(({ name }) => name))
  expect(
    both.flatMap(({ name, finds = [] }) => finds.filter((each) => !names.has(each) || each === name)),
  ).toEqual([])
})

test('SEARCH-61 at least sixty dishes, each under one name, and what they need are groups of the thesaurus', () => {
  expect(dishes.length).toBeGreaterThanOrEqual(60)
  expect(duplicates(dishes.map(({ name }) => name))).toEqual([])
  const names = new Set(thesaurus.map(({ name }) => name))
  const wrong = dishes.filter(
    ({ name, uses = [] }) =>
      uses.length === 0 ||
      duplicates(uses).length > 0 ||
      uses.some((each) => !names.has(each) || each === name),
  )
  expect(wrong).toEqual([])
})
