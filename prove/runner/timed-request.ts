import { findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
import type { RawResponse } from '#tests/fixtures/http/raw-request.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'

export type TimedResponse = RawResponse & { what: string; milliseconds: number }

/** Does not change the cookies of the client; status 0 after a timeout. */
export async function requestWithTimeout(
  client: HttpClient,
  path: string,
  milliseconds: number,
  init: RequestInit = {},
): Promise<TimedResponse> {
  const startedAt = performance.now()
  const what = `${init.method ?? 'GET'} ${path}`
  try {
    const response = await client.copy().fetch(path, { ...init, signal: AbortSignal.timeout(milliseconds) })
    const body = await response.text()
    return {
      what,
      status: response.status,
      headers: response.headers,
      body,
      milliseconds: performance.now() - startedAt,
    }
  } catch {
    return { what, status: 0, headers: new Headers(), body: '', milliseconds: performance.now() - startedAt }
  }
}

/** A page or message without internal details; errors may be 500 or 503. */
export function isUserFacingResponse(response: TimedResponse): boolean {
  const responseFaults = findResponseFaults(
    { ...response, status: response.status >= 500 ? 400 : response.status },
    response.what,
  )
  const hasContent = /<main|<h1|"message"|"loaderData"|"actionData"|"user"|^[[{]/.test(response.body)
  return (
    responseFaults.length === 0 &&
    response.status !== 0 &&
    (hasContent || response.status < 400 || [...response.body].length > 10)
  )
}

export const describeResponse = ({ what, status, body, milliseconds }: TimedResponse) =>
  `${what}: ${status === 0 ? 'no answer' : status} after ${Math.round(milliseconds)} ms${status > 0 ? `, "${body.slice(0, 60)}"` : ''}`
