import { useState, type ReactNode } from 'react'
import { useLoaderData, useNavigation } from 'react-router'
import { contentMessages } from '#features/content/content-messages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { SETTINGS_LINK } from '#features/settings/admin/settings-view.ts'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useActionResult, useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Button } from '#kit/form/button.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { TEXTS_PATH } from './content-paths.ts'
import { ShopPictureField } from './shop-picture-field.tsx'
import type { action, loader, PicturePart } from './pictures-page.server.ts'

export const head = adminHead(contentMessages.picturesTitle)

export const failureMessage = () => notSaved

export default function PicturesPage() {
  const { logo, heroPicture, logoVersion, heroVersion } = useLoaderData<typeof loader>()
  useLiveData()
  const { name } = useShopIdentity()
  const actionResult = useActionResult<typeof action>()
  const done = useDoneMessage()
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const errors = failure?.errors ?? {}
  const doneOf = (part: PicturePart) => (actionResult?.part === part ? done : undefined)
  const typedAlt = actionResult?.part === 'hero' ? failure?.values?.['hero_alt'] : undefined
  return (
    <div className="settings">
      <ScreenHead
        trail={[SETTINGS_LINK, { to: TEXTS_PATH, label: contentMessages.title }]}
        title={contentMessages.picturesTitle}
      />
      {failure && <ErrorSummary errors={errors} message={failure.message} />}
      <section className="panel" aria-labelledby="logo-title">
        <h2 id="logo-title">{contentMessages.logoTitle}</h2>
        <div className="shop-picture">
          {logo ? (
            <p className="logo-plate">
              <img src={logo.image_url} width={logo.width} height={logo.height} alt={name} />
            </p>
          ) : (
            <p className="minor">{contentMessages.noLogo}</p>
          )}
          <PictureForm
            intent="logo"
            version={logoVersion}
            save={contentMessages.saveLogo}
            done={doneOf('logo')}
            remove={logo ? { intent: 'remove-logo', label: contentMessages.removeLogo } : null}
            renderFile={(onReading) => (
              <ShopPictureField
                name="logo_image"
                label={contentMessages.logoFile}
                hint={contentMessages.logoHint}
                error={errors['logo_image']}
                onReading={onReading}
              />
            )}
          />
        </div>
      </section>
      <section className="panel" aria-labelledby="hero-title">
        <h2 id="hero-title">{contentMessages.heroPictureTitle}</h2>
        <div className="shop-picture">
          {heroPicture ? (
            <img
              src={heroPicture.image_url}
              width={heroPicture.width}
              height={heroPicture.height}
              alt={heroPicture.alt}
              className="w-[min(30rem,100%_-_2rem)] h-auto rounded"
            />
          ) : (
            <p className="minor">{contentMessages.noHeroPicture}</p>
          )}
          <PictureForm
            intent="hero-picture"
            version={heroVersion}
            save={contentMessages.saveHeroPicture}
            done={doneOf('hero')}
            remove={
              heroPicture ? { intent: 'remove-hero-picture', label: contentMessages.removeHeroPicture } : null
            }
            renderFile={(onReading) => (
              <ShopPictureField
                name="hero_image"
                label={contentMessages.heroFile}
                hint={heroPicture ? contentMessages.heroHintKeep : contentMessages.heroHint}
                error={errors['hero_image']}
                onReading={onReading}
              />
            )}
          >
            <TextField
              key={heroVersion}
              name="hero_alt"
              label={contentMessages.heroAlt}
              hint={contentMessages.heroAltHint}
              error={errors['hero_alt']}
              defaultValue={typedAlt ?? heroPicture?.alt ?? ''}
              autoComplete="off"
            />
          </PictureForm>
        </div>
      </section>
    </div>
  )
}

type PictureFormProps = {
  intent: string
  version: number
  save: string
  remove: { intent: string; label: string } | null
  done: string | undefined
  renderFile: (onReading: (isReading: boolean) => void) => ReactNode
  children?: ReactNode
}

function PictureForm({ intent, version, save, remove, done, renderFile, children }: PictureFormProps) {
  const { state, formData } = useNavigation()
  const [isReading, setReading] = useState(false)
  const isPending = (wanted: string) => state !== 'idle' && formData?.get('intent') === wanted
  return (
    <PostForm
      // Empties the file field after a save.
      key={version}
      encType="multipart/form-data"
      noValidate
      className="settings-form"
    >
      <input type="hidden" name="version" value={version} />
      <div>{renderFile(setReading)}</div>
      {children}
      <div className="settings-save">
        <Button
          type="submit"
          name="intent"
          value={intent}
          pending={isReading || isPending(intent)}
          pendingLabel={isReading ? photoMessages.reading : contentMessages.savingPicture}
        >
          {save}
        </Button>
        {remove && (
          <SendButton intent={remove.intent} variant="outline">
            {remove.label}
          </SendButton>
        )}
        <p role="status">{done}</p>
      </div>
    </PostForm>
  )
}
