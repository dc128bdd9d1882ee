import { messages } from '#shop/messages.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { LinkButton } from '#web/ui/button.tsx'
import type { loader } from './not-found-page.server.ts'

export const head = ({ shopName }: HeadArgs<typeof loader>): Head => ({
  title: `${messages.pageNotFound} – ${shopName}`,
  noIndex: true,
})

export default function NotFoundPage() {
  return (
    <>
      <h1>{messages.pageNotFound}</h1>
      <p className="mb-4 mt-2">The back-office has no page at this address.</p>
      <LinkButton to="/admin/dashboard">To the dashboard</LinkButton>
    </>
  )
}
