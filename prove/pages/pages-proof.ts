import { responseHeaders } from './response-headers.ts'
import { scriptInjection } from './script-injection.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const pages: ProofDefinition = {
  name: 'pages',
  title: 'What pages tell browsers, and scripts in texts',
  about:
    'Every route of the table with every header that protects whoever looks at it; and texts that are scripts, written past the forms into every field. ' +
    'A script that runs, an element made of a text, a script that only the policy held back, or a missing header is wrong. ' +
    'Found by it and mended: no HSTS under https, and what is no page could be framed.',
  steps: [responseHeaders, scriptInjection],
  mutants: [
    {
      guard: 'scripts of the page alone may run',
      step: 'headers',
      file: 'server/pages/html-document.ts',
      from: "`script-src 'self' ${inlineScripts.scriptSources}`",
      to: "`script-src 'self' 'unsafe-inline'`",
    },
    {
      guard: 'https alone, once the shop is reached by it',
      step: 'headers',
      file: 'server/http/security-headers.ts',
      from: "publicUrl.startsWith('https:')",
      to: "publicUrl.startsWith('never:')",
    },
    {
      guard: 'what is somebody’s own is kept nowhere',
      step: 'headers',
      file: 'server/pages/page-handler.ts',
      from: "if (entry.access !== 'public' || !isReadRequest(request)) return 'no-store'",
      to: "if (!isReadRequest(request)) return 'no-store'",
    },
    {
      guard: 'a text in the page’s data cannot end its script element',
      step: 'scripts',
      file: 'server/pages/page-head.ts',
      from: String.raw`.replaceAll('<', '\\u003c')`,
      to: '',
    },
    {
      guard: 'a text in a letter is no markup',
      step: 'scripts',
      file: 'shop/mail/rendering/safe-html.ts',
      from: '/[&<>"\']/g',
      to: '/[&]/g',
    },
  ],
}
