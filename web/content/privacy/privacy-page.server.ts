import type { LoaderFunctionArgs } from 'react-router'
import { ownTextPage, type OwnPageText } from '#web/content/layout/own-text.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'

const ownText = ownTextPage('privacy')

/** A change of the settings removes the page from every cache, as a text does. */
export const loader = (args: LoaderFunctionArgs): OwnPageText & { sendsEnquiries: boolean } => ({
  ...ownText.loader(args),
  sendsEnquiries: args.context.get(shopContext).switches.enquiries_by_email,
})
