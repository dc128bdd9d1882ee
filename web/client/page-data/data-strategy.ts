import {
  data,
  redirect,
  redirectDocument,
  type DataStrategyFunction,
  type ShouldRevalidateFunction,
} from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import {
  loadPageData,
  NetworkError,
  pathWithQuery,
  submitPageData,
  cachePageData,
  RequestRejectedError,
} from './fetch-page-data.ts'
import type { PageData } from './page-data.ts'
import { hasEntries, isAdminSignInPath, keepFieldValues } from '#web/forms/unsaved-changes.ts'
import { withPageUserId } from '#web/forms/page-user.tsx'

const resultsLeavingPage = new WeakSet<object>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Not if the result of the action navigates away from the page. */
export const shouldRevalidateAfterAction: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !(isObject(actionResult) && resultsLeavingPage.has(actionResult))

/** One request per navigation; the response to a form includes the page's data. */
export function createServerDataStrategy(
  first: Pick<PageData, 'build' | 'settings' | 'loaderData'>,
): DataStrategyFunction {
  let shownData = first.loaderData
  return async ({ request, matches }) => {
    const path = pathWithQuery(new URL(request.url))
    const isFormSubmission = request.method !== 'GET'
    let pageRequest: Promise<PageData> | undefined
    const page = () =>
      (pageRequest ??= isFormSubmission ? submitForm(request, path) : loadPageData(path, request.signal))

    const matchesToLoad = matches.filter((match) => match.shouldCallHandler())
    const results = await Promise.all(
      matchesToLoad.map((match) =>
        match.resolve(async () => {
          try {
            const answer = await page()
            const isShown = path === location.pathname + location.search
            // News of the page may come after the session has ended: what was typed stays, to be saved once signed in again.
            if (answer.redirect && !isFormSubmission && isShown && hasEntries())
              return shownData?.[match.route.id] ?? null
            if (answer.redirect && isFormSubmission && isAdminSignInPath(answer.redirect.to) && hasEntries())
              return unanswered(messages.signedOutEntriesKept, 401)
            const pageData = followRedirect(answer, path, first.build)
            if (!isFormSubmission) {
              // Every page names the shop. A page that stays keeps what was typed and the answer to a form.
              if (pageData.settings !== first.settings && !isShown) throw redirectDocument(path)
              const loaded = selectRouteResult(pageData, match.route.id, 'loaderData')
              shownData = pageData.loaderData
              return loaded
            }
            if (pageData.loaderData && !pageData.errors) cachePageData(path, pageData)
            const formResult = selectRouteResult(pageData, match.route.id, 'actionData')
            if (!pageData.loaderData && isObject(formResult)) resultsLeavingPage.add(formResult)
            return formResult
          } catch (error) {
            const failure = toFailure(error)
            if (!failure) throw error
            if (!isFormSubmission)
              throw data(failure.message, { status: failure.status, statusText: failure.message })
            const message =
              error instanceof NetworkError ? messages.serverUnreachableEntriesKept : failure.message
            return unanswered(message, failure.status)
          }
        }),
      ),
    )
    return Object.fromEntries(matchesToLoad.map((match, index) => [match.route.id, results[index]!]))
  }
}

/** The error status keeps the router from revalidating, which would fail too. */
function unanswered(message: string, status: number) {
  keepFieldValues()
  return data({ message }, { status })
}

function toFailure(error: unknown): { message: string; status: number } | undefined {
  if (error instanceof RequestRejectedError) return error
  return error instanceof NetworkError ? { message: messages.serverUnreachable, status: 503 } : undefined
}

function followRedirect(page: PageData, path: string, build: string): PageData {
  if (page.redirect)
    throw page.redirect.reload ? redirectDocument(page.redirect.to) : redirect(page.redirect.to)
  // A newer build is deployed: these scripts may not understand its data.
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
  return submitPageData(
    path,
    hasFile ? form : new URLSearchParams([...form] as [string, string][]),
    request.signal,
  )
}
