import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'
import { signInNewCustomer, signInAsAdmin, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { readLicences, lockedPackages, writeLicences } from './package-licences.ts'
import type { ProofDefinition, ProofStep } from '#prove/runner/proof.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024
/** Short runs use no network. */
const NETWORK_SCALE_LIMIT = 0.015

const SECRETS: [string, RegExp][] = [
  ['a private key', /-----BEGIN (RSA |EC |OPENSSH |)PRIVATE KEY-----/],
  ['a key of AWS', /\b(AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a token of GitHub', /\bgh[pousr]_[A-Za-z0-9]{36}\b/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a key of Stripe', /\b[sr]k_live_[A-Za-z0-9]{20,}\b/],
  ['a key of Google', /\bAIza[0-9A-Za-z_-]{35}\b/],
  ['a token of Slack', /\bxox[abprs]-[0-9A-Za-z-]{10,}\b/],
  ['a signed token', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\b/],
  [
    'a password in an address',
    /\b(postgres(ql)?|smtps?|https?):\/\/[^\s:/@'"`$]+:(?!(password|PASSWORD|pepper|cardamom|secret|x|p)\b)[^\s@'"`$:/]{6,}@(?!.*\.(example|invalid|test)\b)(?!(localhost|127\.0\.0\.1|host|db)\b)/,
  ],
]
const secretsIn = (text: string) => SECRETS.filter(([, pattern]) => pattern.test(text)).map(([what]) => what)

const lockedDependencies: ProofStep = {
  name: 'lockfile',
  scenario:
    'each locked package has an exact version and a hash, and each runtime package a permissive licence',
  async runProof(proofContext, checks) {
    const all = lockedPackages()
    for (const [path, { version, link, integrity }] of all) {
      if (!link)
        checks.expect(Boolean(version && integrity?.startsWith('sha512-')), () => `${path} has no hash`)
    }
    const used = readLicences()
    for (const { name, licence, isAllowed } of used)
      checks.expect(isAllowed, () => `${name} is under ${licence ?? 'no licence that it names'}`)
    if (proofContext.scale > NETWORK_SCALE_LIMIT) writeLicences(used)
    return `${all.length} packages, ${used.length} of them to run on, under ${new Set(used.map(({ licence }) => licence)).size} licences: [docs/licences.md](licences.md)`
  },
}

const externalAudit: ProofStep = {
  name: 'clean-install',
  scenario:
    'a clean clone installs without scripts of packages, `npm audit` finds no known vulnerability, and an SBOM can be generated',
  async runProof(proofContext, checks) {
    if (proofContext.scale <= NETWORK_SCALE_LIMIT) {
      checks.add(1)
      return 'not asked for in a short form'
    }
    const clone = join(proofContext.dataDir(), 'shop')
    await run('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone])
    const npm = (...words: string[]) =>
      run('npm', words, { cwd: clone, maxBuffer: MAX_OUTPUT_BYTES }).then(
        ({ stdout }) => ({ stdout, ok: true }),
        (problem: { stdout?: string }) => ({ stdout: problem.stdout ?? '', ok: false }),
      )
    const installed = await npm('ci', '--ignore-scripts', '--no-audit', '--no-fund')
    checks.expect(installed.ok, () => 'npm ci --ignore-scripts failed in a clean clone')
    const built = await run('node_modules/.bin/node', ['scripts/build.ts'], {
      cwd: clone,
      maxBuffer: MAX_OUTPUT_BYTES,
    }).then(
      () => true,
      () => false,
    )
    checks.expect(built, () => 'the clean clone does not build')
    const sbom = JSON.parse(
      (await npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev')).stdout || '{}',
    ) as { bomFormat?: string; components?: { purl?: string }[] }
    checks.expect(
      sbom.bomFormat === 'CycloneDX' && (sbom.components ?? []).every(({ purl }) => purl),
      () => 'npm sbom --sbom-format cyclonedx --omit dev gave no list',
    )
    const audit = JSON.parse((await npm('audit', '--json')).stdout || '{}') as {
      metadata?: { vulnerabilities: Record<string, number> }
      vulnerabilities?: Record<string, { severity: string }>
    }
    const counted = audit.metadata?.vulnerabilities
    if (counted)
      checks.expect(
        counted['total'] === 0,
        () =>
          `npm audit: ${Object.entries(audit.vulnerabilities ?? {})
            .map(([name, { severity }]) => `${name} (${severity})`)
            .join(', ')}`,
      )
    return `npm audit ${counted ? `knows ${counted['total']} weaknesses` : 'could not be asked: the registry refused the question'}; SBOM of ${sbom.components?.length ?? 0} components`
  },
}

const secrets: ProofStep = {
  name: 'secrets',
  scenario:
    'no secret in browser files, in the commit history, in the log of a shop in use, or in the database after an email was sent',
  async runProof(proofContext, checks) {
    const browser = join(ROOT, 'dist/browser')
    for (const name of readdirSync(browser, { recursive: true })
      .map(String)
      .filter((one) => /\.(js|css|html|json|svg)$/.test(one))) {
      const text = readFileSync(join(browser, name), 'utf8')
      const found = [
        ...secretsIn(text),
        ...(/DATABASE_URL|SESSION_SECRET|smtps?:\/\//.test(text) ? ['a setting of the server'] : []),
      ]
      checks.expect(found.length === 0, () => `${name}: ${found.join(', ')}`)
    }
    const lines = await readGitHistoryLines(proofContext.scale <= NETWORK_SCALE_LIMIT, (line) =>
      checks.add(
        0,
        secretsIn(line).map((what) => `history: ${what}: ${line.slice(0, 80)}`),
      ),
    )
    checks.add(1)
    const shop = await proofContext.open({ env: { LOG_LEVEL: 'debug' } })
    const customer = await signInNewCustomer(shop.url)
    const owner = await signInAsAdmin(shop.url)
    await customer.post('/login', { email: customer.email, password: 'a wrong password, typed' })
    await customer.post('/forgot-password', { email: customer.email })
    const reset = await new MailFolder(shop.dataDir).next('reset-password', customer.email)
    const token = /token=([\w-]+)/.exec(reset.text)![1]!
    const db = connectToShopDatabase(shop.dataDir)
    for (
      const until = Date.now() + 10_000;
      Date.now() < until &&
      (
        await db.query(
          'select from outbox where sent_at is null and held_for_user_id is null and dropped_at is null',
        )
      ).length > 0;
    )
      await new Promise((resolve) => setTimeout(resolve, 50))
    const cookies = [...customer.cookie.split('; '), ...owner.cookie.split('; ')]
      .map((pair) => pair.slice(pair.indexOf('=') + 1))
      .filter((value) => value.length > 12)
    for (const [what, value] of [
      ['a password', PASSWORD],
      ['the owner’s password', ADMIN.password],
      ['a wrong password', 'a wrong password, typed'],
      ['a link’s token', token],
      ...cookies.map((cookie) => ['a cookie', cookie] as const),
    ] as const) {
      checks.expect(!shop.output().includes(value), () => `the log shows ${what}`)
    }
    const [stored] = await db.query<{ count: number }>(
      `select count(*)::int as count from outbox where payload::text like '%' || $1 || '%'`,
      [token],
    )
    checks.expect(stored!.count === 0, () => 'the token of a mailed link is still in the outbox')
    await db.close()
    return `${lines} lines of history`
  },
}

/** Every line ever added (in short runs, by the last commits); returns the number of lines. */
async function readGitHistoryLines(isShort: boolean, read: (line: string) => void): Promise<number> {
  const git = spawn(
    'git',
    [
      'log',
      '-p',
      '--no-color',
      '--no-textconv',
      ...(isShort ? ['-5'] : ['--all']),
      '--',
      '.',
      ':!package-lock.json',
      ':!tests',
      ':!*.test.ts',
    ],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let lines = 0
  for await (const line of createInterface({ input: git.stdout })) {
    if (!line.startsWith('+')) continue
    lines += 1
    if (line.length < 5000) read(line)
  }
  return lines
}

export const supply: ProofDefinition = {
  name: 'supply-chain',
  title: 'Supply chain',
  about:
    'Packages, their hashes, licences and known vulnerabilities; and secrets where they must not be. `npm sbom --sbom-format cyclonedx --omit dev` lists all packages.',
  steps: [lockedDependencies, secrets, externalAudit],
  mutants: [
    {
      guard: 'tokens are removed from the outbox when the email is sent',
      step: 'secrets',
      file: 'features/mail/outbox/outbox-queries.server.ts',
      from: 'payload = payload - ${secrets}::text[]',
      to: 'payload = coalesce(payload, to_jsonb(${secrets}::text[]))',
    },
  ],
}
