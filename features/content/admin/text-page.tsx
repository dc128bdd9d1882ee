import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { contentMessages, contentPageLabels, FIXED_PARTS } from '#features/content/content-messages.ts'
import { contentPagePath, type ContentPage } from '#features/content/content-pages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { SETTINGS_LINK } from '#features/settings/admin/settings-view.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { NewerSettings } from '#features/settings/admin/live-settings.tsx'
import { TEXTS_PATH, textPath } from './content-paths.ts'
import { HomeTextFields } from './home-text-fields.tsx'
import { SavedVersions } from './saved-versions.tsx'
import { TextEditor } from './text-editor.tsx'
import type { action, loader } from './text-page.server.ts'
import { TextPreviewPanel } from './text-preview.tsx'

export const head = adminHead<typeof loader>(
  (data) => `${contentPageLabels[data.page]} – ${contentMessages.title}`,
)

export const failureMessage = () => notSaved

export default function TextPage() {
  const { page, versions, opened, ...loaded } = useLoaderData<typeof loader>()
  const actionResult = useActionResult<typeof action>()
  const done = useDoneMessage()
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const [lastVersion, setLastVersion] = useState<number | string>(loaded.version)
  const { version: newest, texts: now } = actionResult?.current ?? loaded
  const preview = actionResult?.preview
  // Entries remain after a refusal and, without scripts, after a preview.
  const typed = preview?.texts ?? failure?.values
  const errors = failure?.errors ?? {}
  // The version that the form was opened with; a save is refused if it is no longer the newest.
  const version =
    actionResult?.current || done ? newest : (preview?.version ?? failure?.values?.['version'] ?? lastVersion)
  if (version !== lastVersion) setLastVersion(version)
  return (
    <div className="settings">
      <ScreenHead
        trail={[SETTINGS_LINK, { to: TEXTS_PATH, label: contentMessages.title }]}
        title={contentPageLabels[page]}
        lead={
          <>
            <span>{page === 'home' ? contentMessages.homeLead : contentMessages.lead}</span>{' '}
            <a href={contentPagePath(page)} className="link">
              {contentMessages.view}
            </a>
          </>
        }
      />
      <NewerSettings<{ page: ContentPage; version: number }>
        isOutdated={(latest) => latest.page === page && latest.version !== Number(version)}
      />
      {failure && <ErrorSummary errors={errors} message={failure.message} />}
      {done && <Notice tone="success">{done}</Notice>}
      {actionResult?.current && (
        <ResultPanel id="current" title={contentMessages.currentText}>
          <pre className="max-h-96 overflow-auto text-sm whitespace-pre-wrap wrap-anywhere">
            {Object.values(now).filter(isText).join('\n\n')}
          </pre>
        </ResultPanel>
      )}
      {opened && (
        <ResultPanel id="opened" title={contentMessages.version(opened.version)}>
          <TextPreviewPanel
            page={page}
            preview={opened.preview}
            emptyMessage={contentMessages.emptyVersion}
          />
          <p className="mt-3">
            <ShopLink to={textPath(page)} className="link">
              {contentMessages.backToText}
            </ShopLink>
          </p>
        </ResultPanel>
      )}
      <section className="panel" aria-labelledby="write-title">
        <h2 id="write-title">{contentMessages.writeTitle}</h2>
        {/* A restored version replaces the contents of the fields. */}
        <TextForm key={versions.find(({ restored_version }) => restored_version !== null)?.version}>
          <input type="hidden" name="version" value={version} />
          {page === 'home' ? (
            <HomeTextFields values={typed ?? now} errors={errors} />
          ) : (
            <TextEditor
              page={page}
              text={typed?.text ?? (typed ? '' : (now.text ?? ''))}
              keepsStandard={typed ? Boolean(typed.keeps_standard) : (now.keeps_standard ?? page === 'faq')}
              error={errors['text']}
            />
          )}
        </TextForm>
      </section>
      {preview && (
        <ResultPanel id="preview" title={contentMessages.previewTitle} cause={actionResult}>
          <p className="minor">{contentMessages.previewLead}</p>
          <TextPreviewPanel page={page} preview={preview} emptyMessage={contentMessages.previewEmpty} />
        </ResultPanel>
      )}
      {page !== 'home' && <FixedParts page={page} />}
      <SavedVersions page={page} version={newest} versions={versions} />
    </div>
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

function TextForm({ children }: { children: ReactNode }) {
  return (
    <PostForm noValidate className="settings-form">
      {children}
      <div className="settings-save">
        <SendButton intent="save" pendingLabel={contentMessages.saving}>
          {contentMessages.save}
        </SendButton>
        <SendButton intent="preview" variant="outline" data-keeps-entries>
          {contentMessages.preview}
        </SendButton>
      </div>
    </PostForm>
  )
}

type ResultPanelProps = { id: string; title: string; cause?: unknown; children: ReactNode }

/** Takes the focus when it appears, because it is far from the button. */
function ResultPanel({ id, title, cause, children }: ResultPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (cause) heading.current?.focus()
  }, [cause])
  return (
    <section className="panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <div className="panel-body">{children}</div>
    </section>
  )
}

function FixedParts({ page }: { page: ContentPage }) {
  const parts = [
    ...(FIXED_PARTS[page] ?? []),
    { title: contentMessages.fixedEverywhere, law: contentMessages.fixedEverywhereLaw },
  ]
  return (
    <section className="panel" aria-labelledby="fixed-title">
      <h2 id="fixed-title">{contentMessages.fixedTitle}</h2>
      <ul className="list-lines">
        {parts.map(({ title, law }) => (
          <li key={title}>
            <div>
              <h3>{title}</h3>
              <p className="minor">{law}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
