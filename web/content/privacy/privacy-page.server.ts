import type { LoaderFunctionArgs } from 'react-router'
import { cacheContext, shopContext } from '#web/http/request-contexts.ts'

/** A change of the settings removes the page from every cache. */
export function loader({ context }: LoaderFunctionArgs) {
  context.get(cacheContext).setCacheTags([])
  return { sendsEnquiries: context.get(shopContext).switches.enquiries_by_email }
}
