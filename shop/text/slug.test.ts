import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isValidSlug, toSlug, similarSlugs } from './slug.ts'

describe('Slugs', () => {
  test.each([
    ['Masalas & Spice Blends', 'masalas-spice-blends'],
    ['Cold-Pressed Virgin Coconut Oil', 'cold-pressed-virgin-coconut-oil'],
    ['Bird’s Eye  Chilli', 'bird-s-eye-chilli'],
    ['Honey 340g', 'honey-340g'],
    ['Chips!', 'chips-'],
    ['“New” Chips', '-new-chips'],
    ['Café Curaçao', 'cafe-curacao'],
    ['½ Kilo', '1-2-kilo'],
  ])('CATALOGUE-5 %s becomes %s', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
    expect(isValidSlug(slug)).toBe(true)
  })

  test('CATALOGUE-5 a name without ASCII letters and digits has no slug', () => {
    for (const name of ['!!!', '', '  ', 'കുരുമുളക്', '🌶']) expect(isValidSlug(toSlug(name))).toBe(false)
  })

  test('CATALOGUE-5 is idempotent', () => {
    for (const name of ['Masalas & Spice Blends', 'Chips!', '“New” Chips'])
      expect(toSlug(toSlug(name))).toBe(toSlug(name))
  })

  test.each(['UPPER', 'a--b', 'a b', 'a/b', '-', '', '../x', 'a\0b', 'a'.repeat(221)])(
    '%j is no slug',
    (text) => {
      expect(isValidSlug(text)).toBe(false)
    },
  )

  test('CATALOGUE-5 all slugs of the demo follow from their names', () => {
    const { categories, products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as Record<
      string,
      { name: string; slug: string }[]
    >
    for (const { name, slug } of [...categories!, ...products!]) expect(toSlug(name)).toBe(slug)
  })

  test('CATALOGUE-5 slugs that differ by a hyphen at an end are similar, in both directions', () => {
    expect(similarSlugs('chips')).toEqual(['chips-', '-chips', '-chips-'])
    expect(similarSlugs('chips-')).toContain('chips')
    expect(similarSlugs('-chips-')).toEqual(['chips', 'chips-', '-chips'])
  })
})
