import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { AdminAccounts } from './open-accounts.ts'
import { parseArguments, USAGE, type AdminCommand } from './command-line-arguments.ts'

/** `npm run admin`: adds, removes and lists administrators, whether or not the shop is running. */
const EXIT = { done: 0, rejected: 1, usage: 2 } as const
type CommandResult = { lines: string[]; code: (typeof EXIT)[keyof typeof EXIT] }

const succeeded = (...lines: string[]): CommandResult => ({ lines, code: EXIT.done })
const rejected = (line: string): CommandResult => ({ lines: [line], code: EXIT.rejected })

async function add(
  { accounts }: AdminAccounts,
  { email, role }: Extract<AdminCommand, { command: 'add' }>,
): Promise<CommandResult> {
  const granted = await accounts.grantAdminRole(email, role)
  if (!granted.ok) return rejected(`${email} is an administrator already.`)
  const { password } = granted.value
  const signIn = password
    ? `Sign in at /admin with ${email} and ${password} (shown only this once), or choose a password at /forgot-password.`
    : 'The account keeps its password, and signs in with it at /admin.'
  return succeeded(
    role === 'owner' ? `${email} is an administrator now.` : `${email} is an administrator now: ${role}.`,
    signIn,
  )
}

async function remove(
  { accounts }: AdminAccounts,
  { email }: Extract<AdminCommand, { command: 'remove' }>,
): Promise<CommandResult> {
  const revoked = await accounts.revokeAdminRole(email)
  if (revoked.ok)
    return succeeded(
      `${email} is no administrator any more. Whoever was signed in to the back-office with it is out.`,
    )
  return revoked.refusal.code === 'last-owner'
    ? rejected(
        `${email} is the last owner: without one nobody could give others access. Add another one first.`,
      )
    : rejected(`${email} is no administrator.`)
}

async function list({ accounts }: AdminAccounts): Promise<CommandResult> {
  const header = ['E-mail', 'Name', 'Role', 'Since', 'Second factor', 'Last sign-in']
  const rows = (await accounts.listAdministrators()).map(
    ({ email, name, role, isSuspended, since, hasSecondFactor, lastSignedInAt }) => [
      email,
      name ?? '–',
      isSuspended ? `${role}, suspended` : role,
      formatLondonDateTime(since),
      hasSecondFactor ? 'on' : 'off',
      lastSignedInAt ? formatLondonDateTime(lastSignedInAt) : 'never',
    ],
  )
  if (rows.length === 0) return succeeded('There is no administrator yet.')
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  )
  return succeeded(
    ...[header, ...rows].map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    ),
  )
}

/** Validates the arguments before it opens the database. */
async function run(parsedArguments: AdminCommand): Promise<CommandResult> {
  const { openAdminAccounts } = await import('./open-accounts.ts')
  const adminAccounts = await openAdminAccounts(process.env)
  try {
    if (parsedArguments.command === 'list') return await list(adminAccounts)
    if (parsedArguments.command === 'add') return await add(adminAccounts, parsedArguments)
    return await remove(adminAccounts, parsedArguments)
  } finally {
    await adminAccounts.close()
  }
}

const toErrorResult = (problem: unknown) =>
  rejected(problem instanceof Error ? problem.message : String(problem))

const parsedArguments = parseArguments(process.argv.slice(2))
const { lines, code } =
  'problem' in parsedArguments
    ? { lines: [parsedArguments.problem, USAGE], code: EXIT.usage }
    : await run(parsedArguments).catch(toErrorResult)
for (const line of lines) (code === EXIT.done ? console.log : console.error)(line)
process.exitCode = code
