import { messages } from '#shop/messages/messages.ts'
import type { Head, HeadArgs } from '#kit/document-head/head.ts'
import { NotFound } from './not-found-message.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return { title: `${messages.pageNotFound} – ${shopName}`, noIndex: true }
}

export default function NotFoundPage() {
  return <NotFound />
}
