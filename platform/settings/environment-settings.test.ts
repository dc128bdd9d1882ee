import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NO_IDENTITY_SETTINGS } from '#shop/identity/identity-settings.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { neutralBrandMark } from '#shop/identity/brand-mark.ts'
import { neutralTagline } from '#shop/identity/registration-lines.ts'
import { openDataDirectory } from '#platform/data-directory/data-directory.ts'
import { readSettings } from './environment-settings.ts'

const problemsOf = (env: Record<string, string>) => {
  const read = readSettings(env)
  return read.ok ? [] : read.refusal.problems
}
const valuesOf = (env: Record<string, string>) => {
  const read = readSettings(env)
  if (!read.ok) throw new Error(read.refusal.problems.join('\n'))
  return read.value
}

test('OPERATIONS-6 the defaults are port 3000, an own database and the demo', () => {
  expect(valuesOf({})).toEqual({
    port: 3000,
    processes: 1,
    drainSeconds: 5,
    staleWhileAwaySeconds: 60,
    reappliesDefinitions: false,
    host: null,
    dataDirectory: './data',
    databaseUrl: null,
    databaseMigrationUrl: null,
    publicUrl: null,
    forwardedHeader: 'x-forwarded-for',
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    administrator: null,
    loadsDemo: true,
    isDemoExplicit: false,
    acceptsDataLoss: false,
    orderLimits: {},
    smtpUrl: null,
    requireVerifiedEmail: false,
    sessionSecret: null,
    s3: null,
    identity: demonstrationIdentity,
    identitySettings: NO_IDENTITY_SETTINGS,
    backup: { directory: null, key: null, keep: 14, dailyAtHour: 3 },
    log: { level: 'info', node: hostname(), hasAccessLog: false },
    metrics: null,
    retention: { 'sent-emails': 90, 'idempotency-keys': 30, 'access-events': 730, 'audit-events': 2557 },
  })
})

test('OPERATIONS-5 an empty setting counts as not set', () => {
  expect(valuesOf({ PORT: '', DATABASE_URL: '  ', DEMO: '', ADMIN_EMAIL: '' })).toEqual(valuesOf({}))
})

test('OPERATIONS-5 all settings are read', () => {
  expect(
    valuesOf({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: '/srv/shop data',
      DATABASE_URL: 'postgres://a:b@db.example/shop',
      DEMO: 'off',
      PUBLIC_URL: 'https://Shop.example/',
      ADMIN_EMAIL: 'Owner@Shop.example',
      ADMIN_PASSWORD: ' eight ch',
      SMTP_URL: 'smtp://localhost',
      REQUIRE_VERIFIED_EMAIL: 'true',
      SESSION_SECRET: 's'.repeat(32),
    }),
  ).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    dataDirectory: '/srv/shop data',
    databaseUrl: 'postgres://a:b@db.example/shop',
    loadsDemo: false,
    publicUrl: 'https://shop.example',
    administrator: { email: 'owner@shop.example', password: ' eight ch' },
    smtpUrl: 'smtp://localhost',
    requireVerifiedEmail: true,
    sessionSecret: 's'.repeat(32),
  })
})

test('OPERATIONS-5 all invalid settings are reported together, one sentence each', () => {
  expect(
    problemsOf({
      PORT: 'web',
      DEMO: 'maybe',
      ADMIN_EMAIL: 'owner',
      ADMIN_PASSWORD: 'short',
      PUBLIC_URL: 'shop.example',
    }),
  ).toEqual([
    "PORT must be a whole number from 0 to 65535 (it is 'web').",
    "PUBLIC_URL must look like https://shop.example (it is 'shop.example').",
    "ADMIN_EMAIL must be an e-mail address (it is 'owner').",
    'ADMIN_PASSWORD must have at least 8 characters.',
    "DEMO must be on or off (it is 'maybe').",
  ])
})

test('an invalid secret is named, but its value is not shown', () => {
  const secrets = {
    DATABASE_URL: 'mysql://root:hunter22@db/x',
    SMTP_URL: 'hunter22',
    ADMIN_PASSWORD: 'hunter2',
    SESSION_SECRET: 'hunter22',
  }
  const problems = problemsOf(secrets)
  expect(problems).toHaveLength(5)
  expect(problems.join(' ')).not.toContain('hunter')
})

test.each(['65536', '-1', '3.5', '1e3', '0x50'])('PORT %s is refused', (PORT) => {
  expect(problemsOf({ PORT })).toEqual([`PORT must be a whole number from 0 to 65535 (it is '${PORT}').`])
})

test.each(['https://shop.example/sub', 'https://shop.example/?a', 'ftp://shop.example', 'https://'])(
  'PUBLIC_URL %s is refused',
  (PUBLIC_URL) => {
    expect(problemsOf({ PUBLIC_URL })).toHaveLength(1)
  },
)

test('DATABASE-2 DATABASE_MIGRATION_URL needs a pooler with a user and a password', () => {
  const direct = { DATABASE_MIGRATION_URL: 'postgresql://a:b@db.example/shop' }
  const pooler = 'postgresql://shop_login:secret@pooler.example:6432/shop'
  expect(problemsOf(direct)).toEqual(['DATABASE_URL must be set too when DATABASE_MIGRATION_URL is.'])
  for (const DATABASE_URL of [
    'postgresql://pooler.example/shop',
    'postgresql://shop_login@pooler.example/shop',
  ])
    expect(problemsOf({ ...direct, DATABASE_URL })).toEqual([
      'DATABASE_URL must be the address of a pooler with a user and a password when DATABASE_MIGRATION_URL is set.',
    ])
  expect(valuesOf({ ...direct, DATABASE_URL: pooler })).toMatchObject({
    databaseUrl: pooler,
    databaseMigrationUrl: direct.DATABASE_MIGRATION_URL,
  })
})

test.each(['postgres://localhost', 'localhost/shop', 'postgresql://user@/shop', 'postgresql://a:b@c,d/shop'])(
  'DATABASE_URL %s is refused',
  (DATABASE_URL) => {
    expect(problemsOf({ DATABASE_URL })).toEqual([
      'DATABASE_URL must look like postgresql://user:password@host:5432/database, with one host.',
    ])
  },
)

test('OPERATIONS-8 ACCOUNT-18 the administrator’s password follows the rules of all passwords', () => {
  const withPassword = (ADMIN_PASSWORD: string) =>
    problemsOf({ ADMIN_EMAIL: 'owner@shop.example', ADMIN_PASSWORD })
  expect(withPassword('Password')).toEqual([
    'ADMIN_PASSWORD is among the first that people try: choose one that is harder to guess.',
  ])
  for (const password of ['Owner@Shop.example', ' owner@shop.example '])
    expect(withPassword(password)).toEqual([
      'ADMIN_PASSWORD must not be ADMIN_EMAIL, nor the part of it before the @.',
    ])
  expect(withPassword('x'.repeat(257))).toEqual(['ADMIN_PASSWORD may have at most 256 characters.'])
})

test('an administrator needs both email and password', () => {
  expect(problemsOf({ ADMIN_EMAIL: 'owner@shop.example' })).toEqual([
    'ADMIN_PASSWORD must be set too when ADMIN_EMAIL is.',
  ])
  expect(problemsOf({ ADMIN_PASSWORD: 'long enough' })).toEqual([
    'ADMIN_EMAIL must be set too when ADMIN_PASSWORD is.',
  ])
})

describe('PICTURE-6 an S3 picture store', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.eu-west-2.amazonaws.com/',
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY: 'AKIAPEPPER',
    S3_SECRET_KEY: 'hunter2+/',
    S3_REGION: 'eu-west-2',
  }

  test('PICTURE-6 is configured by all five settings, and absent with none', () => {
    expect(valuesOf(s3).s3).toEqual({
      endpoint: 'https://s3.eu-west-2.amazonaws.com',
      bucket: 'pictures',
      accessKey: 'AKIAPEPPER',
      secretKey: 'hunter2+/',
      region: 'eu-west-2',
    })
    expect(valuesOf({ ...s3, S3_ENDPOINT: 'http://10.0.0.7:9000/storage/v1/s3' }).s3?.endpoint).toBe(
      'http://10.0.0.7:9000/storage/v1/s3',
    )
    expect(valuesOf({}).s3).toBeNull()
  })

  test.each(Object.keys(s3))('is refused in one line without %s', (name) => {
    expect(problemsOf({ ...s3, [name]: ' ' })).toEqual([
      `${name} must be set too: pictures are kept in an S3 store with all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION, in DATA_DIR with none.`,
    ])
  })

  test('is refused in one line with a single setting, naming the others', () => {
    expect(problemsOf({ S3_BUCKET: 'pictures' })).toEqual([
      expect.stringMatching(/^S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_REGION must be set too: /),
    ])
  })

  test.each([
    ['S3_ENDPOINT', 'ftp://hunter2.example'],
    ['S3_ENDPOINT', 's3.hunter2.example'],
    ['S3_ENDPOINT', 'https://hunter2:x@s3.example'],
    ['S3_ENDPOINT', 'https://s3.example/?key=hunter2'],
    ['S3_ACCESS_KEY', 'hunter2 key'],
    ['S3_SECRET_KEY', 'hunter2\nkey'],
    ['S3_BUCKET', '..'],
    ['S3_BUCKET', '...'],
    ['S3_BUCKET', 'a/b'],
    ['S3_REGION', 'eu west'],
  ])('with %s %j is refused, and no secret is shown', (name, value) => {
    const problems = problemsOf({ ...s3, [name]: value })
    expect(problems).toEqual([expect.stringMatching(`^${name} must `)])
    expect(problems[0]).not.toContain('hunter2')
  })
})

describe('IDENTITY-1 the identity', () => {
  const company = {
    SHOP_COMPANY: 'Wayanad Larder Ltd',
    SHOP_ADDRESS: '1 High Street, Upper Floor, Leeds, United Kingdom',
    SHOP_PHONE: '0113 496 0000',
    SHOP_EMAIL: 'hello@larder.example',
  }

  test.each(['https://user:pw@youtube.example/@larder', 'https://youtube.example/\n@larder'])(
    'SETTING-18 refuses the social link %j',
    (link) => {
      const [problem] = problemsOf({ ...company, SHOP_YOUTUBE: link })
      expect(problem).toContain('SHOP_YOUTUBE must look like https://youtube.com/@shop')
      expect(problem).not.toContain('pw')
    },
  )

  test('IDENTITY-1 of a real company has no demonstration data', () => {
    const { identity } = valuesOf({
      ...company,
      SHOP_NAME: 'Larder',
      SHOP_YOUTUBE: 'https://youtube.com/@larder',
    })
    expect(identity).toEqual({
      logo: null,
      name: 'Larder',
      brand: 'Larder',
      company: 'Wayanad Larder Ltd',
      phone: '0113 496 0000',
      email: 'hello@larder.example',
      address: ['1 High Street', 'Upper Floor', 'Leeds', 'United Kingdom'],
      companyNumber: null,
      placeOfRegistration: null,
      vatNumber: null,
      registration: [],
      tagline: neutralTagline,
      mark: neutralBrandMark,
      social: [{ name: 'YouTube', url: 'https://youtube.com/@larder' }],
      defaultManufacturer: {
        name: 'Wayanad Larder Ltd',
        address: '1 High Street, Upper Floor',
        city: 'Leeds',
        country: 'United Kingdom',
      },
    })
  })

  test('of a company without an address is refused', () => {
    const { SHOP_ADDRESS: _, ...withoutAddress } = company
    expect(problemsOf(withoutAddress)).toEqual(['SHOP_ADDRESS must be set too when SHOP_COMPANY is.'])
  })

  test('IDENTITY-4 with only another name keeps the invented company, but nothing else of the demonstration', () => {
    expect(valuesOf({ SHOP_NAME: 'Larder' }).identity).toEqual({
      ...demonstrationIdentity,
      name: 'Larder',
      brand: 'Larder',
      tagline: neutralTagline,
      mark: neutralBrandMark,
    })
  })

  test('IDENTITY-5 company number, place of registration and VAT number are normalised to the official form', () => {
    const given = {
      ...company,
      SHOP_COMPANY_NUMBER: ' sc 123456 ',
      SHOP_PLACE_OF_REGISTRATION: 'Scotland',
      SHOP_VAT_NUMBER: 'gb123456782',
    }
    expect(valuesOf(given).identity).toMatchObject({
      companyNumber: 'SC123456',
      placeOfRegistration: 'Scotland',
      vatNumber: 'GB 123 4567 82',
      registration: [
        'Registered in Scotland, company number SC123456',
        'VAT registration number GB 123 4567 82',
      ],
    })
  })

  test('IDENTITY-5 invalid numbers are refused, and none is accepted without SHOP_COMPANY', () => {
    expect(
      problemsOf({
        ...company,
        SHOP_COMPANY_NUMBER: '1234567',
        SHOP_PLACE_OF_REGISTRATION: 'France',
        SHOP_VAT_NUMBER: 'GB123456789',
      }),
    ).toEqual([
      "SHOP_COMPANY_NUMBER must be the eight characters of Companies House, like 01234567 or SC123456 (it is '1234567').",
      "SHOP_PLACE_OF_REGISTRATION must be one of England and Wales, Wales, Scotland, Northern Ireland (it is 'France').",
      "SHOP_VAT_NUMBER must be the number that HMRC gave you, like GB 123 4567 82; leave it out if you are not registered (it is 'GB123456789').",
    ])
    const alone = {
      SHOP_COMPANY_NUMBER: '01234567',
      SHOP_PLACE_OF_REGISTRATION: 'Wales',
      SHOP_VAT_NUMBER: 'GB123456782',
    }
    for (const [name, value] of Object.entries(alone))
      expect(problemsOf({ [name]: value })).toEqual([`SHOP_COMPANY must be set too when ${name} is.`])
  })

  test('IDENTITY-4 IDENTITY-6 the demo catalogue is loaded into a real shop only with DEMO=on', () => {
    expect(valuesOf(company).loadsDemo).toBe(false)
    expect(valuesOf({ ...company, DEMO: 'on' }).loadsDemo).toBe(true)
    expect(valuesOf({ SHOP_NAME: 'Larder' }).loadsDemo).toBe(true)
    expect(valuesOf({ DEMO: 'off' }).loadsDemo).toBe(false)
  })
})

function emptyDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-data-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
const open = (dataDirectory: string, sessionSecret: string | null = null) =>
  openDataDirectory({ dataDirectory, sessionSecret })

describe('the data directory', () => {
  test('SESSION-26 keeps one secret over restarts, readable by its owner only', () => {
    const directory = join(emptyDirectory(), 'new')
    const first = open(directory)
    expect(open(directory)).toMatchObject({ value: first.ok && { ...first.value, isNew: false } })
    expect(first.ok && first.value.sessionSecret).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(join(directory, 'secret'), 'utf8').trim()).toBe(first.ok && first.value.sessionSecret)
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600)
  })

  test('SESSION-26 SESSION_SECRET overrides the stored secret', () => {
    const opened = open(emptyDirectory(), 's'.repeat(32))
    expect(opened.ok && opened.value.sessionSecret).toBe('s'.repeat(32))
  })

  /** Root ignores permission bits, but not the kernel's own file systems. */
  test.runIf(process.platform === 'linux').each(['/proc/foo', '/proc/foo/deeper', '/proc', '/sys/foo'])(
    'in which nothing can be created is reported at once: %s',
    (path) => {
      const opened = open(path, 's'.repeat(32))
      expect(!opened.ok && opened.refusal.problem).toMatch(
        /^DATA_DIR \S+ cannot be used \(E[A-Z]+ at \/(proc|sys)(\/foo)?\)\. Give this user/,
      )
    },
  )

  test('is created with its parent directories, also through a symbolic link', () => {
    const directory = emptyDirectory()
    symlinkSync(directory, join(directory, 'link'))
    expect(open(join(directory, 'link', 'a', 'b')).ok).toBe(true)
    expect(readdirSync(join(directory, 'a', 'b'))).toEqual(['first-start', 'secret'])
  })

  test('that is a file is reported in one line, and the file is unchanged', () => {
    const file = join(emptyDirectory(), 'letter')
    writeFileSync(file, 'dear shop')
    const opened = open(file)
    expect(!opened.ok && opened.refusal.problem).toContain(
      `DATA_DIR ${file} cannot be used (ENOTDIR at ${file}).`,
    )
    expect(readFileSync(file, 'utf8')).toBe('dear shop')
  })

  test('that cannot be created is reported in one line', () => {
    const file = join(emptyDirectory(), 'letter')
    writeFileSync(file, 'dear shop')
    const opened = open(join(file, 'data'))
    expect(!opened.ok && opened.refusal.problem).toBe(
      `DATA_DIR ${file}/data cannot be used (ENOTDIR at ${file}/data). Give this user the right to write there, or choose another DATA_DIR.`,
    )
  })

  test.skipIf(process.getuid?.() === 0)('that cannot be written is reported in one line', () => {
    const directory = emptyDirectory()
    chmodSync(directory, 0o500)
    const opened = open(directory)
    expect(!opened.ok && opened.refusal.problem).toContain('EACCES')
  })
})

describe('LIMIT-14 order limits', () => {
  test('are read from the environment; unset ones keep their defaults', () => {
    expect(
      valuesOf({
        MAX_QUANTITY_PER_PRODUCT: '6',
        MAX_OPEN_TOTAL_UNVERIFIED: '99.50',
        MAX_ORDERS_PER_HOUR_PER_ADDRESS: '',
      }).orderLimits,
    ).toEqual({ max_quantity_per_product: 6, max_open_total_unverified: 99.5 })
  })

  test.each([
    ['MAX_QUANTITY_PER_PRODUCT', '0', 'must be a whole number from 1 to 999'],
    ['MAX_QUANTITY_PER_PRODUCT', '1000', 'must be a whole number from 1 to 999'],
    ['MAX_PRODUCTS_PER_ORDER', '101', 'must be a whole number from 1 to 100'],
    ['MAX_OPEN_TOTAL_VERIFIED', '£600', 'must be an amount in pounds from 0 to 99999999, like 150'],
    ['MAX_ORDERS_PER_HOUR_PER_ACCOUNT', '-1', 'must be a whole number from 1 to 1000000'],
  ])('%s=%s is refused in one line', (name, value, rule) => {
    expect(problemsOf({ [name]: value })).toEqual([`${name} ${rule} (it is '${value}').`])
  })
})

test('BACKUP-16 a backup is made each day from 3 o’clock on unless the hour is another one or off', () => {
  expect(
    ['', '0', '23', 'off'].map((hour) => valuesOf({ BACKUP_DAILY_AT: hour }).backup.dailyAtHour),
  ).toEqual([3, 0, 23, null])
  expect(problemsOf({ BACKUP_DAILY_AT: '24' })).toEqual([
    "BACKUP_DAILY_AT must be an hour from 0 to 23, or off (it is '24').",
  ])
})
