import type { ReactNode } from 'react'
import { notices } from '#shop/messages/notices.ts'
import { useUrlNotice } from '#kit/actions/use-url-notice.ts'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { useActionResult, useFormFailure } from '#kit/actions/action-result.ts'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { FocusedNotice } from './focused-notice.tsx'

type AccountPageLayoutProps = {
  title: string
  intro?: ReactNode
  done?: string | null | undefined
  isWide?: boolean
  fieldErrors?: Readonly<Record<string, string>>
  children: ReactNode
}

export function AccountPageLayout({
  title,
  intro,
  done,
  isWide = false,
  fieldErrors,
  children,
}: AccountPageLayoutProps) {
  const failure = useFormFailure()
  const errors = fieldErrors ?? failure?.errors ?? {}
  useErrorPageTitle(Boolean(failure && (failure.message || Object.keys(errors).length > 0)), failure)
  const actionResult = useActionResult()
  const notice = useUrlNotice(notices)
  return (
    <div className="page py-10 md:py-16">
      <div className={isWide ? 'mx-auto max-w-2xl' : 'mx-auto max-w-md'}>
        <h1 className="text-2xl">{title}</h1>
        {intro && <p className="mt-3 text-muted">{intro}</p>}
        <div className="mt-6 grid grid-cols-1 gap-6">
          {failure ? (
            <ErrorSummary errors={errors} message={failure.message} cause={failure.errors} />
          ) : done ? (
            <FocusedNotice tone="success" text={done} cause={actionResult} />
          ) : (
            notice && <Notice>{notice}</Notice>
          )}
          {children}
        </div>
      </div>
    </div>
  )
}
