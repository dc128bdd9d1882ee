import type { LoaderFunctionArgs } from 'react-router'
import { ownTextPage, type OwnPageText } from '#features/content/layout/own-text.server.ts'
import { formatRetention, type RetentionKind } from '#shop/retention.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'

const ownText = ownTextPage('privacy')

type PrivacyData = OwnPageText & { sendsEnquiries: boolean; kept: Record<RetentionKind, string> }

/** A change of the settings removes the page from every cache, as a text does. */
export const loader = (args: LoaderFunctionArgs): PrivacyData => {
  const { switches, retention } = args.context.get(shopContext)
  return {
    ...ownText.loader(args),
    sendsEnquiries: switches.enquiries_by_email,
    kept: formatRetention(retention),
  }
}
