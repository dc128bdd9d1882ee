import type { HttpClient } from '#tests/fixtures/http/http-client.ts'

/** For a browser context that continues the client's session. */
export const toBrowserCookies = ({ cookie }: HttpClient, url: string) =>
  cookie
    .split('; ')
    .map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url,
    }))
