import { responseHeaders } from './response-headers.ts'
import { scriptInjection } from './script-injection.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'

export const pages: ProofDefinition = {
  name: 'pages',
  title: 'Response headers and script injection',
  about:
    'Every route with every protective header; and scripts as texts, written into every field without the forms. ' +
    'Wrong are a script that runs, an element created from a text, a script that only the Content-Security-Policy blocked, and a missing header. ' +
    'Found by it and fixed: HSTS was missing over https, and responses other than pages could be framed.',
  steps: [responseHeaders, scriptInjection],
  mutants: [
    {
      guard: 'the Content-Security-Policy allows only scripts of the page',
      step: 'headers',
      file: 'app/pages/html-document.ts',
      from: "`script-src 'self' ${inlineScripts.scriptSources}`",
      to: "`script-src 'self' 'unsafe-inline'`",
    },
    {
      guard: 'Strict-Transport-Security is sent over HTTPS',
      step: 'headers',
      file: 'platform/http/security-headers.ts',
      from: "publicUrl.startsWith('https:')",
      to: "publicUrl.startsWith('never:')",
    },
    {
      guard: 'personal pages are sent with no-store',
      step: 'headers',
      file: 'app/pages/page-handler.ts',
      from: "if (entry.access !== 'public' || !isReadRequest(request) || status >= 500) return 'no-store'",
      to: "if (!isReadRequest(request) || status >= 500) return 'no-store'",
    },
    {
      guard: 'data in a page cannot end its script element',
      step: 'scripts',
      file: 'app/pages/page-head.ts',
      from: String.raw`.replaceAll('<', '\\u003c')`,
      to: '',
    },
    {
      guard: 'texts in emails are escaped',
      step: 'scripts',
      file: 'shop/text/safe-html.ts',
      from: '/[&<>"\']/g',
      to: '/[&]/g',
    },
  ],
}
