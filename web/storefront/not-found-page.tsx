import { messages } from '#shop/messages.ts'
import type { Head, HeadArgs } from '#web/kernel/head.ts'
import { NotFound } from './not-found.tsx'

export function head({ shopName }: HeadArgs<undefined>): Head {
  return { title: `${messages.pageNotFound} – ${shopName}`, noIndex: true }
}

export default function NotFoundPage() {
  return <NotFound />
}
