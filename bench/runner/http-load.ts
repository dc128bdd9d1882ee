import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { formatMedianWithRange } from './benchmark.ts'

export type HttpRequest = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  form?: Record<string, string>
}
export type TimedHttpResponse = {
  status: number
  location: string
  cookies: string[]
  text: string
  milliseconds: number
}

export const createKeepAliveAgent = (concurrency: number) =>
  new Agent({ keepAlive: true, maxSockets: concurrency })

/** Sends one request; timed from before it is sent until the whole response is received. Cheaper than `fetch`. */
export function sendRequest(
  agent: Agent,
  url: string,
  { path, method = 'GET', headers = {}, form }: HttpRequest,
): Promise<TimedHttpResponse> {
  const body = form && new URLSearchParams(form).toString()
  const allHeaders = {
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/x-www-form-urlencoded',
      origin: url,
      'content-length': String(Buffer.byteLength(body)),
    }),
  }
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const clientRequest = request(url + path, { agent, method, headers: allHeaders }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          location: response.headers.location ?? '',
          cookies: response.headers['set-cookie'] ?? [],
          // Decoded lazily, because most callers do not read it.
          get text() {
            return Buffer.concat(chunks).toString()
          },
          milliseconds: performance.now() - began,
        }),
      )
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

export async function runConcurrently<Task>(
  concurrency: number,
  tasks: readonly Task[],
  run: (task: Task, index: number) => Promise<void>,
): Promise<number> {
  let next = 0
  const began = performance.now()
  const runLoop = async () => {
    for (let index = next++; index < tasks.length; index = next++) await run(tasks[index]!, index)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, runLoop))
  return (performance.now() - began) / 1000
}

export async function repeatForSeconds(
  concurrency: number,
  seconds: number,
  run: (turn: number) => Promise<void>,
): Promise<{ turns: number; seconds: number }> {
  let turns = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const runLoop = async () => {
    while (performance.now() < until) await run(turns++)
  }
  await Promise.all(Array.from({ length: concurrency }, runLoop))
  return { turns, seconds: (performance.now() - began) / 1000 }
}

/** Runs each index at its planned time (seconds from now), regardless of earlier ones: an open load model. */
export async function runAtSchedule(
  moments: readonly number[],
  run: (index: number) => Promise<void>,
): Promise<void> {
  const began = performance.now()
  await Promise.all(
    moments.map(async (moment, index) => {
      await pause(Math.max(0, moment * 1000 - (performance.now() - began)))
      await run(index)
    }),
  )
}

export const formatInteger = (value: number) => Math.round(value).toLocaleString('en-GB')
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : formatInteger(value)} ms`
export const formatPercentage = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`
export const perSecond = (rounds: readonly number[]) => formatMedianWithRange(rounds, formatInteger)
