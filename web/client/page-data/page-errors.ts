import { isRouteErrorResponse, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import type { PageError } from './page-data.ts'

/** Without internal details. */
export function toPageError(error: unknown): PageError {
  // React Router sets the status text "Internal Server Error" if a thrown response has none.
  if (isRouteErrorResponse(error))
    return { status: error.status, message: error.status === 404 ? messages.pageNotFound : error.statusText }
  return { status: 500, message: messages.somethingWentWrong }
}

export function toHydrationErrors(errors: Record<string, PageError> | null | undefined) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => [
      id,
      new ErrorResponse(error.status, error.message, error.message),
    ]),
  )
}
