import { data, redirect, redirectDocument, type DataStrategyFunction, type ShouldRevalidateFunction } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { getPage, NetworkLost, pathOf, postPage, putPage, RequestRefused } from './fetch-page-data.ts'
import type { PageData } from './page-data.ts'
import { withPageOwner } from '#web/forms/page-user.tsx'

const leadingAway = new WeakSet<object>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** After the answer to a form, the data of the page are asked for anew, but for one that leads away from it. */
export const askAnew: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(isObject(actionResult) && leadingAway.has(actionResult))

/**
 * Loads what a page change needs with one request, however many routes take part.
 * The answer to a form brings the page's data with it, so that a submit is one round trip as well.
 */
export const loadThroughServer =
  (build: string): DataStrategyFunction =>
  async ({ request, matches }) => {
    const path = pathOf(new URL(request.url))
    const isSubmit = request.method !== 'GET'
    let asked: Promise<PageData> | undefined
    const page = () => (asked ??= isSubmit ? submit(request, path) : getPage(path, request.signal))

    const taking = matches.filter((match) => match.shouldCallHandler())
    const results = await Promise.all(
      taking.map((match) =>
        match.resolve(async () => {
          try {
            if (!isSubmit) return pick(follow(await page(), path, build), match.route.id, 'loaderData')
            const answer = follow(await page(), path, build)
            if (answer.loaderData && !answer.errors) putPage(path, answer)
            const picked = pick(answer, match.route.id, 'actionData')
            if (!answer.loaderData && isObject(picked)) leadingAway.add(picked)
            return picked
          } catch (problem) {
            const failure = failureOf(problem)
            if (!failure) throw problem
            if (!isSubmit) throw data(failure.message, { status: failure.status, statusText: failure.message })
            // What was typed stays in the form: neither a lost network nor a refusal may cost anybody their entries.
            // The status keeps the router from asking for the page again, which would fail as well.
            const message = problem instanceof NetworkLost ? messages.networkLost : failure.message
            return data({ message }, { status: failure.status })
          }
        }),
      ),
    )
    return Object.fromEntries(taking.map((match, place) => [match.route.id, results[place]!]))
  }

/** What to tell of a page that did not come; undefined for what is no failure, such as a redirect, or a bug. */
function failureOf(problem: unknown): { message: string; status: number } | undefined {
  if (problem instanceof RequestRefused) return problem
  return problem instanceof NetworkLost ? { message: messages.outOfReach, status: 503 } : undefined
}

function follow(page: PageData, path: string, build: string): PageData {
  if (page.redirect) throw page.redirect.reload ? redirectDocument(page.redirect.to) : redirect(page.redirect.to)
  // A newer shop is being served: these scripts may not understand its page, so the browser loads it whole.
  if (page.build !== build) throw redirectDocument(path)
  return page
}

function pick(page: PageData, routeId: string, kind: 'loaderData' | 'actionData'): unknown {
  const error = page.errors?.[routeId] ?? Object.values(page.errors ?? {})[0]
  if (error) throw data(error.message, { status: error.status, statusText: error.message })
  return page[kind]?.[routeId] ?? null
}

async function submit(request: Request, path: string): Promise<PageData> {
  const form = withPageOwner(await request.formData())
  const hasFile = [...form.values()].some((value) => typeof value !== 'string')
  return postPage(path, hasFile ? form : new URLSearchParams([...form] as [string, string][]), request.signal)
}
