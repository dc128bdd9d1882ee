import { describe, expect, test } from 'vitest'
import { describeLocation, isDatabaseUrl } from './database-url.server.ts'

describe('DATABASE-5 the address of a database', () => {
  test('is described without the password', () => {
    expect(describeLocation('postgresql://shop:p%40ss@a.example/shop?sslmode=require')).toBe(
      'a.example:5432/shop',
    )
    expect(describeLocation('postgresql://shop@localhost:5433/shop?host=%2Frun%2Fpg')).toBe(
      '/run/pg:5433/shop',
    )
  })

  test.each([
    ['postgresql://a/shop', true],
    ['postgres://shop:p%2Css@[::1]:5433/shop', true],
    ['postgresql:///shop?host=/run/pg', true],
    ['postgresql://a/shop?target_session_attrs=read-write', true],
    ['postgresql://a,b/shop', false],
    ['postgresql://a:5432,b:5432/shop', false],
    ['postgresql:///shop?host=a,b', false],
    ['postgresql:///shop', false],
    ['postgresql://a', false],
    ['mysql://a/shop', false],
  ])('names one host: %s is accepted: %s', (text, isAccepted) => {
    expect(isDatabaseUrl(text)).toBe(isAccepted)
  })
})
