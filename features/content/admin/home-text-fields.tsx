import { contentMessages, homeTextLabels } from '#features/content/content-messages.ts'
import { HOME_TEXT_LENGTHS, type HomeTextField } from '#features/content/content-pages.ts'
import { TextArea, TextField } from '#kit/form/text-field.tsx'

type HomeTextFieldsProps = {
  values: Readonly<Partial<Record<HomeTextField, string>>>
  errors: Readonly<Record<string, string>>
}

export function HomeTextFields({ values, errors }: HomeTextFieldsProps) {
  const field = (name: HomeTextField) => ({
    name,
    label: homeTextLabels[name],
    error: errors[name],
    defaultValue: values[name] ?? '',
    maxLength: HOME_TEXT_LENGTHS[name],
  })
  return (
    <>
      <fieldset className="settings-links">
        <legend className="field-label">{contentMessages.heroTitle}</legend>
        <TextField {...field('hero_eyebrow')} autoComplete="off" />
        <TextField {...field('hero_title')} autoComplete="off" />
        <TextArea {...field('hero_lead')} rows={3} />
        <TextField {...field('hero_button')} autoComplete="off" />
      </fieldset>
      <fieldset className="settings-links">
        <legend className="field-label">{contentMessages.whyTitle}</legend>
        <TextField {...field('why_title')} autoComplete="off" />
        <TextArea {...field('why_text')} rows={6} hint={contentMessages.whyHint} />
        <TextField {...field('why_link')} autoComplete="off" />
      </fieldset>
    </>
  )
}
