import { globSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseOwnerGuide, PICTURE_FOLDER, readOwnerGuide } from './read-owner-guide.ts'

/** Includes the fields and notices that its screens share with the shop. */
const BACK_OFFICE = globSync('{app,features,kit,shop}/**/*.{ts,tsx}').filter(
  (path) => !/\.test\.tsx?$/.test(path),
)
const source = BACK_OFFICE.map((path) => readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ')).join('\n')

/** A whole text: in quotes, between tags, or before or after a value. */
const isInSource = (name: string, text = source): boolean =>
  new RegExp(`['"\`>}] ?${name.replaceAll(/[?.()]/g, '\\$&')} ?['"\`<{$]`).test(text)

describe('ADMIN-20 The guide of the owner', () => {
  const { pictures, names } = readOwnerGuide()

  test('each picture is there and has a text for those who cannot see it', () => {
    expect(pictures.length).toBeGreaterThanOrEqual(8)
    expect(pictures.filter(({ alt }) => alt.length < 20)).toEqual([])
    expect(pictures.map(({ file }) => file).toSorted()).toEqual(readdirSync(PICTURE_FOLDER).toSorted())
  })

  test('each name in bold is a text of the back-office', () => {
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => !isInSource(name))).toEqual([])
  })

  test('a name that no screen has, or only as a part of another text, is found out', () => {
    expect(['Save order', 'Remove the', 'the demonstration'].filter((name) => isInSource(name))).toEqual([])
    expect(isInSource('Packing slips', '> Packing slips{count}')).toBe(true)
  })

  test('pictures and names are read from the text, each name once', () => {
    const text =
      'Press **Ship**.\n\n![Two orders](owner-guide/orders.webp)\n\n1. **Ship**, then **Mark\n   Delivered**.'
    expect(parseOwnerGuide(text)).toEqual({
      pictures: [{ alt: 'Two orders', file: 'orders.webp' }],
      names: ['Ship', 'Mark Delivered'],
    })
  })
})
