import { describe, expect, test } from 'vitest'
import { describeLocation, isDatabaseUrl, mustBePrimary, splitHosts } from './database-url.server.ts'

const TWO =
  'postgresql://shop:p%40%2Css@a.example:5432,b.example/shop?target_session_attrs=read-write&sslmode=require'

describe('DATABASE-5 a connection string with several hosts', () => {
  test('is one connection string for each host, in order', () => {
    expect(splitHosts(TWO)).toEqual([
      'postgresql://shop:p%40%2Css@a.example:5432/shop?sslmode=require',
      'postgresql://shop:p%40%2Css@b.example/shop?sslmode=require',
    ])
    expect(splitHosts('postgres://[::1]:5433,127.0.0.1:5434/shop')).toEqual([
      'postgres://[::1]:5433/shop',
      'postgres://127.0.0.1:5434/shop',
    ])
    expect(splitHosts('postgresql://u@localhost:5432/shop?host=%2Frun%2Fpg')).toEqual([
      'postgresql://u@localhost:5432/shop?host=%2Frun%2Fpg',
    ])
  })

  test('is described without the password', () => {
    expect(describeLocation(TWO)).toBe('a.example:5432,b.example:5432/shop')
  })

  test('asks each server whether it accepts writes, and so does one host on demand', () => {
    expect(mustBePrimary(TWO)).toBe(true)
    expect(mustBePrimary('postgresql://a/shop?target_session_attrs=primary')).toBe(true)
    expect(mustBePrimary('postgresql://a/shop')).toBe(false)
  })

  test.each([
    [TWO, true],
    ['postgresql://a/shop', true],
    ['postgresql:///shop?host=/run/pg', true],
    ['postgresql://a,/shop', false],
    ['postgresql://a,b', false],
    ['postgresql://a:x,b/shop', false],
    ['postgresql://a,b/shop?target_session_attrs=any', false],
    ['postgresql://a,b/shop?target_session_attrs=standby', false],
    ['mysql://a,b/shop', false],
  ])('%s is accepted: %s', (text, isAccepted) => {
    expect(isDatabaseUrl(text)).toBe(isAccepted)
  })
})
