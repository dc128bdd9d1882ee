import { clientAddresses } from './client-addresses.ts'
import { sessionSecret } from './session-secret.ts'
import { passwordGuessing } from './password-guessing.ts'
import { crossSiteRequests } from './cross-site-requests.ts'
import { sessions } from './sessions.ts'
import { times } from './timing-attacks.ts'
import { untrustedProxies, untrustedProxyMutants } from './untrusted-proxies.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const accounts: ProofDefinition = {
  name: 'accounts',
  title: 'Account takeover',
  about:
    'By finding out which addresses have an account, by guessing passwords, with planted, copied or expired cookies, and by pages of other sites. ' +
    'Times are compared by the area under the curve (AUC): 0.5 means that a time reveals nothing; a difference of 0.02 is allowed, and with fewer than 2,000 attempts twice their standard error as well. ' +
    'Found by it and fixed: a password reset took slightly longer if it sent an email, because the email was created while the response was sent (AUC 0.529).',
  steps: [
    times,
    passwordGuessing,
    sessions,
    crossSiteRequests,
    sessionSecret,
    clientAddresses,
    untrustedProxies,
  ],
  mutants: [
    {
      guard: 'registration takes equally long for a taken and a free address',
      step: 'times',
      file: 'features/accounts/accounts.server.ts',
      from: 'registrationMs: 400',
      to: 'registrationMs: 0',
    },
    {
      guard: 'repeated wrong passwords for one account are limited',
      step: 'guesses',
      file: 'platform/rate-limits/rate-limiter.server.ts',
      from: '<= $2::timestamptz',
      to: `<= interval '9 days' + $2::timestamptz`,
    },
    {
      guard: 'the back-office accepts only administrators',
      step: 'sessions',
      file: 'features/accounts/accounts.server.ts',
      from: `session.adminRole ? { kind: 'admin', role: session.adminRole, userId, email } : visitor`,
      to: `{ kind: 'admin', role: session.adminRole ?? 'owner', userId, email }`,
    },
    {
      guard: 'a cross-origin form is refused',
      step: 'foreign',
      file: 'kit/requests/route-guards.server.ts',
      from: `hostOf(origin) === request.headers.get('host')`,
      to: 'hostOf(origin) !== undefined',
    },
    {
      guard: 'a short session secret ends the start',
      step: 'secret',
      file: 'platform/data-directory/data-directory.ts',
      from: 'if (storedSecret !== null && !isSecretLongEnough(storedSecret))',
      to: 'if (storedSecret !== null && storedSecret === String(isSecretLongEnough))',
    },
    {
      guard: 'entries left of the client address in X-Forwarded-For are ignored',
      step: 'callers',
      file: 'platform/http/client-address.ts',
      from: 'if (!isTrusted(address)) return client',
      to: 'if (address === peer) return client',
    },
    ...untrustedProxyMutants,
  ],
}
