import { isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import type { PageError } from './page-data.ts'

/** Turns whatever a loader or action threw into what a person may know. */
export function toPageError(error: unknown): PageError {
  // The router calls each refusal without words of its own an internal error.
  if (isRouteErrorResponse(error)) return { status: error.status, message: error.status === 404 ? messages.pageNotFound : error.statusText }
  return { status: 500, message: messages.somethingWentWrong }
}

/** The server's errors as the router expects to find them when the browser takes over. */
export function toHydrationErrors(errors: Record<string, PageError> | null | undefined) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [id, new ErrorResponse(error.status, error.message, error.message)]),
  )
}
