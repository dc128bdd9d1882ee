import { expect, test } from 'vitest'
import { readSettings } from './environment-settings.ts'

const read = (env: Record<string, string>) => {
  const settings = readSettings(env)
  return settings.ok ? settings.value : settings.refusal.problems
}

test('MONITOR-1 MONITOR-2 a port or a token switches the metrics on, the address stays the loopback', () => {
  expect(read({})).toMatchObject({ metrics: null })
  expect(read({ METRICS_HOST: '0.0.0.0' })).toMatchObject({ metrics: null })
  expect(read({ METRICS_PORT: '9464' })).toMatchObject({
    metrics: { port: 9464, host: '127.0.0.1', token: null },
  })
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' })).toMatchObject({
    metrics: { port: 9464, host: '10.0.0.7', token: null },
  })
  expect(read({ METRICS_TOKEN: 'a-token-of-the-monitoring' })).toMatchObject({
    metrics: { port: null, host: '127.0.0.1', token: 'a-token-of-the-monitoring' },
  })
})

test('OPERATIONS-5 wrong settings of the monitoring are named, a token without its value', () => {
  expect(
    read({
      METRICS_PORT: '70000',
      METRICS_TOKEN: 'short',
      LOG_LEVEL: 'loud',
      ACCESS_LOG: 'yes',
      NODE_NAME: 'a b',
    }),
  ).toEqual([
    `LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent (it is 'loud').`,
    `NODE_NAME must be a name of up to 63 letters, digits, dots and hyphens (it is 'a b').`,
    `ACCESS_LOG must be on or off (it is 'yes').`,
    `METRICS_PORT must be a whole number from 0 to 65535 (it is '70000').`,
    `METRICS_TOKEN must have 16 to 200 characters, without spaces.`,
  ])
})

test('MONITOR-8 MONITOR-9 level, node and access log are settings', () => {
  expect(read({ LOG_LEVEL: 'warn', NODE_NAME: 'shop-1', ACCESS_LOG: 'on' })).toMatchObject({
    log: { level: 'warn', node: 'shop-1', hasAccessLog: true },
  })
})
