import { isRouteErrorResponse } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { isScriptMissing } from '#kit/page-start/script-failure.ts'
import type { PageError } from './page-data.ts'

/** In the browser, an error that the server has rendered. */
class RenderedError extends Error {
  status: number
  constructor({ status, message }: PageError) {
    super(message)
    this.status = status
  }
}

/** Contains no internal details. */
export function toPageError(error: unknown): PageError {
  if (error instanceof RenderedError) return { status: error.status, message: error.message }
  if (error instanceof Error && 'status' in error && error.status === 403)
    return { status: 403, message: messages.mayNotOpen }
  if (isScriptMissing(error)) return { status: 503, message: messages.serverUnreachable }
  if (!isRouteErrorResponse(error)) return { status: 500, message: messages.somethingWentWrong }
  // React Router sets the status text "Internal Server Error" if a thrown response has none.
  const message = error.status === 404 ? messages.pageNotFound : error.statusText
  return { status: error.status, message: message || messages.somethingWentWrong }
}

export function toHydrationErrors(errors: Record<string, PageError> | null | undefined) {
  if (!errors) return null
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, new RenderedError(error)]))
}
