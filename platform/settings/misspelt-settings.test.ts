// cspell:ignore PUBLC BAKUP DATABSE SESION LOGNAME
import { expect, test } from 'vitest'
import { readSettings } from './environment-settings.ts'

const problemsOf = (env: Record<string, string>) => {
  const read = readSettings(env)
  return read.ok ? [] : read.refusal.problems
}

test.each([
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['BACKUP_DAILY', 'BACKUP_DAILY_AT'],
  ['BAKUP_DIR', 'BACKUP_DIR'],
  ['DATA_DIRECTORY', 'DATA_DIR'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SESION_SECRETS', 'SESSION_SECRET'],
  ['SHOP_COMPANY_NO', undefined],
  ['KEEP_SENT_EMAIL_DAYS', 'KEEP_SENT_EMAILS_DAYS'],
])('OPERATIONS-20 %s ends the start with the setting that was meant: %s', (name, meant) => {
  expect(problemsOf({ [name]: 'hunter2' })).toEqual(
    meant
      ? [
          `${name} is no setting of the shop. If ${meant} is meant, correct the name; otherwise take it out of the environment of the shop.`,
        ]
      : [],
  )
  expect(problemsOf({ [name]: ' ' }), 'an empty one counts as not set').toEqual([])
})

test('OPERATIONS-20 variables of other programs are left alone', () => {
  const others = `
    PATH HOME HOSTNAME USER SHELL PWD LANG TERM TZ
    LOGNAME POST HOSTS NODE_ENV NODE_OPTIONS NODE_HOME NODE_VERSION NODE_EXTRA_CA_CERTS POD_NAME
    XDG_DATA_DIRS AMQP_URL HTTP_URL REDIS_URL R2_BUCKET AWS_REGION CACHE_DIR LOG_DIR SMTP_HOST
    KUBERNETES_SERVICE_HOST SHOP_SERVICE_HOST SHOP_PORT SHOP_PORT_80_TCP_PORT NINTH_BEND_PORT MALLOC_ARENA_MAX MALLOC_MMAP_THRESHOLD_ DATABASE_PASSWORD STORE_PASSWORD
    PROCESSOR_LEVEL`
  expect(
    problemsOf(
      Object.fromEntries(
        others
          .trim()
          .split(/\s+/)
          .map((name) => [name, 'x']),
      ),
    ),
  ).toEqual([])
})

test('OPERATIONS-23 a setting that was removed ends the start with what to do instead', () => {
  expect(problemsOf({ PROXY_PROTOCOL: 'on' })).toEqual([
    'PROXY_PROTOCOL was removed. Let the proxy speak HTTP and send X-Forwarded-For: deploy/ has files for nginx, HAProxy and Varnish. Then take PROXY_PROTOCOL out of the environment of the shop.',
  ])
  expect(problemsOf({ DATABASE_READ_URL: 'postgresql://a:secret@b/shop' })).toEqual([
    'DATABASE_READ_URL was removed. The shop reads everything from DATABASE_URL. Then take DATABASE_READ_URL out of the environment of the shop.',
  ])
  for (const PROXY_PROTOCOL of ['', 'off']) expect(problemsOf({ PROXY_PROTOCOL })).toEqual([])
})
