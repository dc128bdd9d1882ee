import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { formatMedianWithRange } from './benchmark.ts'

export type HttpRequest = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; form?: Record<string, string> }
export type TimedHttpResponse = { status: number; location: string; cookies: string[]; text: string; milliseconds: number }

/** As many connections as people, which stay open; whoever asks next takes one that is free. */
export const createKeepAliveAgent = (people: number) => new Agent({ keepAlive: true, maxSockets: people })

/** One request, from before it is sent until all of its answer is here. It costs far less of the machine than `fetch`. */
export function sendRequest(agent: Agent, url: string, { path, method = 'GET', headers = {}, form }: HttpRequest): Promise<TimedHttpResponse> {
  const body = form && new URLSearchParams(form).toString()
  const sent = { ...headers, ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded', origin: url, 'content-length': String(Buffer.byteLength(body)) }) }
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { agent, method, headers: sent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          location: response.headers.location ?? '',
          cookies: response.headers['set-cookie'] ?? [],
          // Most who ask read none of it.
          get text() {
            return Buffer.concat(chunks).toString()
          },
          milliseconds: performance.now() - began,
        }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** People who each begin with the next task as soon as the one before is done; the seconds that all took. */
export async function runConcurrently<Task>(people: number, tasks: readonly Task[], run: (task: Task, index: number) => Promise<void>): Promise<number> {
  let next = 0
  const began = performance.now()
  const person = async () => {
    for (let index = next++; index < tasks.length; index = next++) await run(tasks[index]!, index)
  }
  await Promise.all(Array.from({ length: Math.min(people, tasks.length) }, person))
  return (performance.now() - began) / 1000
}

/** People who ask again and again for so long; how often they were done, and in how many seconds. */
export async function repeatForSeconds(people: number, seconds: number, run: (turn: number) => Promise<void>): Promise<{ turns: number; seconds: number }> {
  let turns = 0
  const began = performance.now()
  const until = began + seconds * 1000
  const person = async () => {
    while (performance.now() < until) await run(turns++)
  }
  await Promise.all(Array.from({ length: people }, person))
  return { turns, seconds: (performance.now() - began) / 1000 }
}

/** Each at the moment it was planned for, in seconds from now, whatever became of those before: a slow shop does not make people come later. */
export async function runAtSchedule(moments: readonly number[], run: (index: number) => Promise<void>): Promise<void> {
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
/** The median of rounds with its spread, as so many a second. */
export const perSecond = (rounds: readonly number[]) => formatMedianWithRange(rounds, formatInteger)
