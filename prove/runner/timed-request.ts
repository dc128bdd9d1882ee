import { findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
import type { RawResponse } from '#tests/fixtures/http/raw-request.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'

export type TimedResponse = RawResponse & { what: string; milliseconds: number }

/** Asks as somebody and leaves their cookies alone; status 0 where nothing came in time. */
export async function requestWithTimeout(who: HttpClient, path: string, milliseconds: number, init: RequestInit = {}): Promise<TimedResponse> {
  const begun = performance.now()
  const what = `${init.method ?? 'GET'} ${path}`
  try {
    const answer = await who.copy().fetch(path, { ...init, signal: AbortSignal.timeout(milliseconds) })
    const body = await answer.text()
    return { what, status: answer.status, headers: answer.headers, body, milliseconds: performance.now() - begun }
  } catch {
    return { what, status: 0, headers: new Headers(), body: '', milliseconds: performance.now() - begun }
  }
}

/** A designed message: in the shop's own words, in time, and without its insides. What failed may say so with a 500 or 503. */
export function isUserFacingResponse(answer: TimedResponse): boolean {
  const responseFaults = findResponseFaults({ ...answer, status: answer.status >= 500 ? 400 : answer.status }, answer.what)
  const says = /<main|<h1|"message"|"loaderData"|"actionData"|"user"|^[[{]/.test(answer.body)
  return responseFaults.length === 0 && answer.status !== 0 && (says || answer.status < 400 || [...answer.body].length > 10)
}

export const describeResponse = ({ what, status, body, milliseconds }: TimedResponse) =>
  `${what}: ${status === 0 ? 'no answer' : status} after ${Math.round(milliseconds)} ms${status > 0 ? `, "${body.slice(0, 60)}"` : ''}`
