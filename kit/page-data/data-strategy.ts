import {
  data,
  redirect,
  redirectDocument,
  type DataStrategyFunction,
  type ShouldRevalidateFunction,
} from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { loadDeferredModules } from '#kit/hydration/deferred-module.tsx'
import { needsWholePages } from '#kit/hydration/import-script.ts'
import {
  loadPageData,
  pathWithQuery,
  submitPageData,
  cachePageData,
  PageRequestError,
  ShopFailedError,
} from './fetch-page-data.ts'
import type { PageData } from './page-data.ts'
import { unanswered, unansweredMessage } from './unanswered-form.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { hasEntries, isAdminSignInPath, sendSubmittedEntries } from '#kit/actions/unsaved-changes.ts'
import { withPageUserId } from '#kit/actions/page-user.tsx'

const resultsLeavingPage = new WeakSet<object>()
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** False if the result of the action navigates away from the page. */
export const shouldRevalidateAfterAction: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !(isObject(actionResult) && resultsLeavingPage.has(actionResult))

/** One request per navigation; the response to a form includes the page's data. */
export function createServerDataStrategy(
  first: Pick<PageData, 'build' | 'settings' | 'loaderData'>,
  routes: readonly RouteDefinition[],
): DataStrategyFunction {
  let shownData = first.loaderData
  const findPageModule = (id: string) =>
    routes
      .find((route) => route.id === id)
      ?.pageModule()
      .catch(() => undefined)
  return async ({ request, matches }) => {
    const path = pathWithQuery(new URL(request.url))
    const form = request.method === 'GET' ? null : withPageUserId(await request.formData())
    const isShown = () => path === location.pathname + location.search
    const isNavigation = () => !form && !isShown()
    let pageRequest: Promise<PageData> | undefined
    const page = () =>
      (pageRequest ??= form ? submitForm(form, path, request.signal) : loadPageData(path, request.signal))

    const areDeferredLoaded = loadDeferredModules()
    const matchesToLoad = matches.filter((match) => match.shouldCallHandler())
    const results = await Promise.all(
      matchesToLoad.map((match) =>
        match.resolve(async () => {
          try {
            const answer = await page()
            // Updates may arrive after the session, or the user's rights, have ended: entries remain.
            if ((answer.redirect || answer.errors) && !form && isShown() && hasEntries())
              return shownData?.[match.route.id] ?? null
            if (answer.redirect && form && isAdminSignInPath(answer.redirect.to) && hasEntries())
              return unanswered(messages.signedOutEntriesKept, 401)
            const pageData = followRedirect(answer, path, first.build)
            if (!form) {
              // Every page shows the shop's name. A page that stays keeps entries and the answer to a form.
              if (pageData.settings !== first.settings && isNavigation()) throw redirectDocument(path)
              const loaded = selectRouteResult(pageData, match.route.id, 'loaderData')
              shownData = pageData.loaderData
              return loaded
            }
            if (pageData.loaderData && !pageData.errors) cachePageData(path, pageData)
            const failed = Object.values(pageData.errors ?? {}).find(({ status }) => status >= 500)
            const answered = pageData.actionData?.[match.route.id]
            // The form was answered, even if its page could not be read afterwards.
            if (failed && answered) return data(answered, { status: failed.status })
            if (failed) throw new ShopFailedError(failed.status)
            const [refusal] = Object.values(pageData.errors ?? {})
            if (refusal && !answered && hasEntries()) return unanswered(refusal.message, refusal.status)
            const formResult = selectRouteResult(pageData, match.route.id, 'actionData')
            if (!pageData.loaderData && isObject(formResult)) resultsLeavingPage.add(formResult)
            return formResult
          } catch (error) {
            if (!(error instanceof PageRequestError)) throw error
            const { message, status } = error
            if (!form && hasEntries() && isShown()) return shownData?.[match.route.id] ?? null
            if (!form) throw data(message, { status, statusText: message })
            const pageModule = await findPageModule(match.route.id)
            return unanswered(unansweredMessage(error, form, pageModule?.failureMessage), status)
          }
        }),
      ),
    )
    // Its scripts, or parts of the displayed page, could not be loaded, but the shop can be reached.
    if (isNavigation()) {
      await areDeferredLoaded
      if (needsWholePages() && (await page().catch(() => null)))
        for (const result of results) result.result = redirectDocument(path)
    }
    return Object.fromEntries(matchesToLoad.map((match, index) => [match.route.id, results[index]!]))
  }
}

function followRedirect(page: PageData, path: string, build: string): PageData {
  if (page.redirect)
    throw page.redirect.reload ? redirectDocument(page.redirect.to) : redirect(page.redirect.to)
  // A newer build has been deployed, whose data these scripts may not understand.
  if (page.build !== build) throw redirectDocument(path)
  return page
}

function selectRouteResult(page: PageData, routeId: string, kind: 'loaderData' | 'actionData'): unknown {
  const error = page.errors?.[routeId] ?? Object.values(page.errors ?? {})[0]
  if (error) throw data(error.message, { status: error.status, statusText: error.message })
  return page[kind]?.[routeId] ?? null
}

async function submitForm(form: FormData, path: string, signal: AbortSignal): Promise<PageData> {
  const hasFile = [...form.values()].some((value) => typeof value !== 'string')
  const body = hasFile ? form : new URLSearchParams([...form] as [string, string][])
  const settleEntries = sendSubmittedEntries(path, form)
  let isSaved = false
  try {
    const answer = await submitPageData(path, body, signal)
    isSaved = answer.redirect
      ? !isAdminSignInPath(answer.redirect.to)
      : Object.values(answer.actionData ?? {}).some(
          (result) => isObject(result) && 'kind' in result && result.kind === 'done',
        )
    return answer
  } finally {
    settleEntries(isSaved)
  }
}
