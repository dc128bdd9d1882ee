import type { FormValues } from '#shop/catalogue/form-values.ts'
import type { OfficeCategory } from '#shop/catalogue/office-product.ts'
import { messages } from '#shop/messages.ts'
import type { StoredPicture } from '#web/ui/picture.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { CatalogueForm } from './catalogue-form.tsx'
import { categoryListPath } from './category-list-view.ts'
import { categoryFormValues } from './category-values.ts'
import { PictureField } from './picture-field.tsx'

const ROUTE = 'admin-categories'

export function AddCategoryDialog() {
  return (
    <CatalogueForm
      routeId={ROUTE}
      title="Add category"
      path={categoryListPath({ kind: 'add' })}
      backTo={categoryListPath()}
      start={{}}
      hidden={{}}
      intent="add"
      saveLabel="Add category"
      savingLabel="Adding..."
    >
      {(filled) => <CategoryFields {...filled} picture={null} isNew />}
    </CatalogueForm>
  )
}

export function EditCategoryDialog({ category }: { category: OfficeCategory }) {
  const { id, version, name, picture } = category
  return (
    <CatalogueForm
      routeId={ROUTE}
      title={`Edit ${name}`}
      path={categoryListPath({ kind: 'edit', id })}
      backTo={categoryListPath()}
      start={categoryFormValues(category)}
      hidden={{ id, version }}
      intent="edit"
      saveLabel="Save changes"
      savingLabel="Saving..."
    >
      {(filled) => <CategoryFields {...filled} picture={picture} isNew={false} />}
    </CatalogueForm>
  )
}

type CategoryFieldsProps = {
  values: FormValues
  errors: Record<string, string>
  onCut: (picture: Blob | null) => void
  picture: StoredPicture | null
  isNew: boolean
}

function CategoryFields({ values, errors, onCut, picture, isNew }: CategoryFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        hint={isNew ? undefined : messages.slugStays}
        defaultValue={values['name'] ?? ''}
        error={errors['name']}
      />
      <TextArea label="Description" name="description" rows={3} maxLength={2000} defaultValue={values['description'] ?? ''} error={errors['description']} />
      <PictureField current={picture} isRequired={isNew} error={errors['image']} onCut={onCut} />
    </>
  )
}
