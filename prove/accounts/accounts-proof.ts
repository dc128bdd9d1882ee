import { clientAddresses } from './client-addresses.ts'
import { sessionSecret } from './session-secret.ts'
import { passwordGuessing } from './password-guessing.ts'
import { crossSiteRequests } from './cross-site-requests.ts'
import { sessions } from './sessions.ts'
import { times } from './timing-attacks.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const accounts: ProofDefinition = {
  name: 'accounts',
  title: 'Getting into somebody’s account',
  about:
    'By finding out who has one, by guessing, with cookies that were planted, copied or are over, and by the pages of other sites. ' +
    'Times are compared by the area under the curve (AUC): 0.5 says that a time tells nothing; 0.02 is allowed, with fewer than 2,000 tries twice their standard error besides. ' +
    'Found by it and mended: asking for a new password took a little longer where a mail was sent, as the mail was made while the answer went out (AUC 0.529).',
  steps: [times, passwordGuessing, sessions, crossSiteRequests, sessionSecret, clientAddresses],
  mutants: [
    {
      guard: 'a registration takes as long whether or not the address is taken',
      step: 'times',
      file: 'shop/accounts/accounts.server.ts',
      from: 'registrationMs: 400',
      to: 'registrationMs: 0',
    },
    {
      guard: 'guesses at one account slow down',
      step: 'guesses',
      file: 'shop/accounts/rate-limits/rate-limiter.server.ts',
      from: '<= $2::timestamptz',
      to: `<= interval '9 days' + $2::timestamptz`,
    },
    {
      guard: 'the back-office knows administrators alone',
      step: 'sessions',
      file: 'shop/accounts/accounts.server.ts',
      from: `(area === 'admin' && !session.isAdmin)`,
      to: 'false',
    },
    {
      guard: 'a form of another site’s page is refused',
      step: 'foreign',
      file: 'web/http/route-guards.server.ts',
      from: `hostOf(origin) === request.headers.get('host')`,
      to: 'hostOf(origin) !== undefined',
    },
    {
      guard: 'a secret that can be guessed opens no shop',
      step: 'secret',
      file: 'server/data-directory/data-directory.ts',
      from: 'if (storedSecret !== null && !isSecretLongEnough(storedSecret))',
      to: 'if (storedSecret !== null && storedSecret === String(isSecretLongEnough))',
    },
    {
      guard: 'what stands left of the caller may be made up',
      step: 'callers',
      file: 'server/http/client-address.ts',
      from: 'if (!isTrusted(address)) return client',
      to: 'if (address === peer) return client',
    },
  ],
}
