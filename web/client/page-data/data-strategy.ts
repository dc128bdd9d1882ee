import { data, redirect, redirectDocument, type DataStrategyFunction, type ShouldRevalidateFunction } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { loadPageData, NetworkError, pathWithQuery, submitPageData, cachePageData, RequestRejectedError } from './fetch-page-data.ts'
import type { PageData } from './page-data.ts'
import { withPageUserId } from '#web/forms/page-user.tsx'

const resultsLeavingPage = new WeakSet<object>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** After the answer to a form, the data of the page are asked for anew, but for one that leads away from it. */
export const shouldRevalidateAfterAction: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !(isObject(actionResult) && resultsLeavingPage.has(actionResult))

/**
 * Loads what a page change needs with one request, however many routes take part.
 * The answer to a form brings the page's data with it, so that a submit is one round trip as well.
 */
export const createServerDataStrategy =
  (build: string): DataStrategyFunction =>
  async ({ request, matches }) => {
    const path = pathWithQuery(new URL(request.url))
    const isFormSubmission = request.method !== 'GET'
    let pageRequest: Promise<PageData> | undefined
    const page = () => (pageRequest ??= isFormSubmission ? submitForm(request, path) : loadPageData(path, request.signal))

    const matchesToLoad = matches.filter((match) => match.shouldCallHandler())
    const results = await Promise.all(
      matchesToLoad.map((match) =>
        match.resolve(async () => {
          try {
            if (!isFormSubmission) return selectRouteResult(followRedirect(await page(), path, build), match.route.id, 'loaderData')
            const answer = followRedirect(await page(), path, build)
            if (answer.loaderData && !answer.errors) cachePageData(path, answer)
            const formResult = selectRouteResult(answer, match.route.id, 'actionData')
            if (!answer.loaderData && isObject(formResult)) resultsLeavingPage.add(formResult)
            return formResult
          } catch (problem) {
            const failure = toFailure(problem)
            if (!failure) throw problem
            if (!isFormSubmission) throw data(failure.message, { status: failure.status, statusText: failure.message })
            // What was typed stays in the form: neither a lost network nor a refusal may cost anybody their entries.
            // The status keeps the router from asking for the page again, which would fail as well.
            const message = problem instanceof NetworkError ? messages.serverUnreachableEntriesKept : failure.message
            return data({ message }, { status: failure.status })
          }
        }),
      ),
    )
    return Object.fromEntries(matchesToLoad.map((match, index) => [match.route.id, results[index]!]))
  }

/** What to tell of a page that did not come; undefined for what is no failure, such as a redirect, or a bug. */
function toFailure(problem: unknown): { message: string; status: number } | undefined {
  if (problem instanceof RequestRejectedError) return problem
  return problem instanceof NetworkError ? { message: messages.serverUnreachable, status: 503 } : undefined
}

function followRedirect(page: PageData, path: string, build: string): PageData {
  if (page.redirect) throw page.redirect.reload ? redirectDocument(page.redirect.to) : redirect(page.redirect.to)
  // A newer shop is being served: these scripts may not understand its page, so the browser loads it whole.
  if (page.build !== build) throw redirectDocument(path)
  return page
}

function selectRouteResult(page: PageData, routeId: string, kind: 'loaderData' | 'actionData'): unknown {
  const error = page.errors?.[routeId] ?? Object.values(page.errors ?? {})[0]
  if (error) throw data(error.message, { status: error.status, statusText: error.message })
  return page[kind]?.[routeId] ?? null
}

async function submitForm(request: Request, path: string): Promise<PageData> {
  const form = withPageUserId(await request.formData())
  const hasFile = [...form.values()].some((value) => typeof value !== 'string')
  return submitPageData(path, hasFile ? form : new URLSearchParams([...form] as [string, string][]), request.signal)
}
