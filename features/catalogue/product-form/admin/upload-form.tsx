import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { DATA_PATH, type PageData } from '#kit/page-data/page-data.ts'
import {
  NetworkError,
  PageRequestError,
  readPageData,
  ShopFailedError,
} from '#kit/page-data/fetch-page-data.ts'
import { unansweredMessage } from '#kit/page-data/unanswered-form.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { isAdminSignInPath, keepFieldValues } from '#kit/actions/unsaved-changes.ts'
import { withPageUserId } from '#kit/actions/page-user.tsx'
import type { CatalogueActionResult } from './catalogue-action-result.ts'

type CataloguePage = Omit<PageData, 'actionData'> & {
  actionData?: Record<string, CatalogueActionResult> | null
}
type OnProgress = (share: number) => void

/** Posts a form like the router, but with XMLHttpRequest, because fetch reports no upload progress. */
function send(
  path: string,
  form: FormData,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<CataloguePage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${DATA_PATH}?u=${encodeURIComponent(path)}`)
    request.setRequestHeader('accept', 'application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 1),
    )
    request.addEventListener('load', () => {
      const { status, responseText } = request
      const headers = ['content-type', 'retry-after'].map((name): [string, string] => [
        name,
        request.getResponseHeader(name) ?? '',
      ])
      readPageData(new Response(responseText, { status, headers })).then(
        (page) => resolve(page as CataloguePage),
        reject,
      )
    })
    request.addEventListener('error', () => reject(new NetworkError()))
    request.addEventListener('abort', () => reject(new Error('aborted')))
    signal.addEventListener('abort', () => request.abort())
    request.send(withPageUserId(form))
  })
}

/** The session ended while the form was open. */
class SignedOut extends Error {}

type UploadState = {
  actionResult?: CatalogueActionResult
  isSending: boolean
  toRead: number
  progress: number
}

const IDLE = { isSending: false, toRead: 0, progress: 0 }

export function useUploadForm(routeId: string, about: 'form' | 'stock') {
  const serverResult = useActionResult<CatalogueActionResult>()
  const [uploadState, setUploadState] = useState<UploadState>(IDLE)
  const abortController = useRef<AbortController>(undefined)
  const navigate = useNavigate()
  useEffect(() => () => abortController.current?.abort(), [])

  /** `files`: pictures cropped by the browser, replacing the chosen ones; null if one cannot be read. */
  const submit = async (
    path: string,
    form: FormData,
    files: readonly Promise<Blob | null>[] = [],
  ): Promise<boolean> => {
    if (uploadState.isSending) return false
    abortController.current = new AbortController()
    const { signal } = abortController.current
    setUploadState((before) => ({ ...before, ...IDLE, isSending: true, toRead: files.length }))
    try {
      if (files.length > 0) form.delete('image')
      for (const [index, file] of files.entries()) {
        const blob = await file
        if (signal.aborted) return false
        if (!blob) {
          setUploadState({ ...IDLE, actionResult: { message: photoMessages.notRead } })
          return false
        }
        form.append('image', blob, 'picture')
        setUploadState((before) => ({ ...before, toRead: files.length - index - 1 }))
      }
      const page = await send(path, form, signal, (progress) =>
        setUploadState((before) => ({ ...before, progress })),
      )
      if (page.redirect && isAdminSignInPath(page.redirect.to)) throw new SignedOut()
      if (page.redirect?.reload) {
        location.assign(page.redirect.to)
        return true
      }
      if (page.redirect) await navigate(page.redirect.to, { replace: true, preventScrollReset: true })
      const refusal = Object.values(page.errors ?? {})[0]
      if (refusal && refusal.status >= 500 && !page.actionData) throw new ShopFailedError(refusal.status)
      const actionResult = page.actionData?.[routeId] ?? (refusal && { message: refusal.message })
      if (!signal.aborted) setUploadState({ ...IDLE, ...(actionResult && { actionResult }) })
      return page.redirect !== undefined
    } catch (problem) {
      const error = problem instanceof PageRequestError ? problem : new NetworkError(problem)
      const message =
        problem instanceof SignedOut
          ? messages.signedOutEntriesKept
          : unansweredMessage(error, form, () => messages.anErrorOccurred)
      keepFieldValues()
      if (!signal.aborted) setUploadState({ ...IDLE, actionResult: { message } })
    }
    return false
  }
  const actionResult =
    uploadState.actionResult ??
    (serverResult && (serverResult.about ?? about) === about ? serverResult : undefined)
  const refuse = (errors: Record<string, string>) => {
    setUploadState({
      ...IDLE,
      // Keeps what an earlier answer has merged, and the values sent with it.
      actionResult: {
        about,
        kind: 'refused',
        errors,
        ...(actionResult?.merged && { merged: actionResult.merged }),
        ...(actionResult?.values && { values: actionResult.values }),
      },
    })
  }
  return { ...uploadState, actionResult, submit, refuse }
}
