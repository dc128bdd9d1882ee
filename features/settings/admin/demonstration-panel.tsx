import type { Demonstration } from '#features/catalogue/demo/demo-products.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

type DemonstrationPanelProps = {
  demonstration: Demonstration
  /** True if the owner has set a company; otherwise the next start would load the demonstration again. */
  isNamed: boolean
  error: string | undefined
  done: string | undefined
}

/** What the button changes. */
const CHANGED = ['deleted', 'categories_deleted', 'switched_off'] as const

export function DemonstrationPanel({ demonstration, isNamed, error, done }: DemonstrationPanelProps) {
  const isRemovable = CHANGED.some((fate) => demonstration[fate].length > 0)
  if (!isRemovable && demonstration.categories_left.length === 0 && !done) return null
  const intent = 'remove-demonstration'
  return (
    <section className="panel" aria-labelledby="demonstration-title">
      <h2 id="demonstration-title">{settingMessages.demonstrationTitle}</h2>
      <PostForm noValidate className="settings-form">
        {isRemovable && CHANGED.map((fate) => <Names key={fate} fate={fate} names={demonstration[fate]} />)}
        {isRemovable && <Names fate="kept" names={demonstration.kept} />}
        <Names fate="categories_left" names={demonstration.categories_left} />
        {demonstration.categories_left.length > 0 && (
          <p>
            <ShopLink to={categoryListPath()} className="link">
              {settingMessages.demonstrationLeftLink}
            </ShopLink>
          </p>
        )}
        {isRemovable && !isNamed && <p className="minor">{settingMessages.demonstrationFirst}</p>}
        {isRemovable && isNamed && (
          <>
            <Checkbox name="confirmed" label={settingMessages.demonstrationConfirm} error={error} />
            <div className="settings-save">
              <SendButton intent={intent} variant="outline" pendingLabel="Removing...">
                {settingMessages.demonstrationRemove}
              </SendButton>
            </div>
          </>
        )}
        <p role="status">{done}</p>
      </PostForm>
    </section>
  )
}

function Names({ fate, names }: { fate: keyof Demonstration; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="demonstration-names">
      <h3>{settingMessages.demonstrationFates[fate](names.length)}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
