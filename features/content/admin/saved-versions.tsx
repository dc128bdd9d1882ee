import { useNavigation } from 'react-router'
import { contentMessages } from '#features/content/content-messages.ts'
import type { ContentPage } from '#features/content/content-pages.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { textPath } from './content-paths.ts'

type SavedVersion = { version: number; saved_at: string; saved_by: string; restored_version: number | null }
type SavedVersionsProps = { page: ContentPage; version: number; versions: readonly SavedVersion[] }

/** `version` is the newest one, to detect changes by another owner. */
export function SavedVersions({ page, version, versions }: SavedVersionsProps) {
  const { state, formData } = useNavigation()
  const pending =
    state !== 'idle' && formData?.get('intent') === 'restore' && formData.get('restored_version')
  return (
    <section className="panel" aria-labelledby="versions-title">
      <h2 id="versions-title">{contentMessages.versionsTitle}</h2>
      <p className="panel-body minor">
        {versions.length === 0 ? contentMessages.noVersions : contentMessages.versionsLead}
      </p>
      <ol className="list-lines" reversed>
        {versions.map((saved, index) => {
          const name = contentMessages.version(saved.version)
          return (
            <li key={saved.version}>
              <div>
                <h3>
                  <span>{name}</span>
                  {index === 0 && <span className="font-[400]"> ({contentMessages.isCurrent})</span>}
                </h3>
                <p className="minor">
                  {`${saved.restored_version !== null ? `${contentMessages.versionOf(saved.restored_version)}. ` : ''}${formatLondonDateTime(saved.saved_at)}, ${saved.saved_by}`}
                </p>
              </div>
              <div className="flex flex-wrap items-center gap-y-2 gap-x-4">
                <ShopLink to={textPath(page, saved.version)} className="link">
                  {contentMessages.look}
                  <span className="visually-hidden">{` ${name}`}</span>
                </ShopLink>
                {index > 0 && (
                  <PostForm>
                    <input type="hidden" name="version" value={version} />
                    <input type="hidden" name="restored_version" value={saved.version} />
                    <Button
                      type="submit"
                      variant="outline"
                      size="small"
                      name="intent"
                      value="restore"
                      pending={pending === String(saved.version)}
                      pendingLabel={contentMessages.restoring}
                    >
                      {contentMessages.restore}
                      <span className="visually-hidden">{` ${name}`}</span>
                    </Button>
                  </PostForm>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
