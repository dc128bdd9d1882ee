import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import type { AdminCategory } from '#features/catalogue/products/admin/admin-product.ts'
import { categoryMessages, categoryPositionHint } from '#features/catalogue/products/product-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import type { StoredPicture } from '#kit/display/picture.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { CatalogueFormDialog } from '#features/catalogue/product-form/admin/catalogue-form-dialog.tsx'
import { categoryListPath } from './category-list-url.ts'
import { categoryFormValues } from './category-form-values.ts'
import { PictureField } from '#features/catalogue/product-form/admin/picture-field.tsx'

const ROUTE = 'admin-categories'

export function AddCategoryDialog() {
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title="Add category"
      path={categoryListPath({ kind: 'add' })}
      backTo={categoryListPath()}
      initialValues={{ is_on_home_page: 'on' }}
      hiddenFields={{}}
      intent="add"
      saveLabel="Add category"
      savingLabel="Adding..."
      missingMessages={{ name: messages.enterCategoryName }}
    >
      {(fieldProps) => <CategoryFields {...fieldProps} picture={null} isNew />}
    </CatalogueFormDialog>
  )
}

type EditProps = { category: AdminCategory; categories: readonly Pick<AdminCategory, 'id' | 'name'>[] }

export function EditCategoryDialog({ category, categories }: EditProps) {
  const { id, version, name, picture } = category
  const position = String(categories.findIndex((each) => each.id === id) + 1)
  const others = categories.filter((each) => each.id !== id)
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title={`Edit ${name}`}
      path={categoryListPath({ kind: 'edit', id })}
      backTo={categoryListPath()}
      initialValues={{ ...categoryFormValues(category), place: position }}
      hiddenFields={{ id, version, place_seen: position }}
      intent="edit"
      saveLabel="Save changes"
      savingLabel="Saving..."
      missingMessages={{ name: messages.enterCategoryName }}
    >
      {(fieldProps) => <CategoryFields {...fieldProps} picture={picture} isNew={false} others={others} />}
    </CatalogueFormDialog>
  )
}

type CategoryFieldsProps = {
  values: FormValues
  errors: Record<string, string>
  onFiles: (files: Promise<Blob | null>[]) => void
  picture: StoredPicture | null
  isNew: boolean
  others?: EditProps['categories']
}

function CategoryFields({ values, errors, onFiles, picture, isNew, others }: CategoryFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        hint={isNew ? undefined : messages.slugNeverChanges}
        defaultValue={values['name'] ?? ''}
        error={errors['name']}
      />
      <TextArea
        label="Description"
        name="description"
        rows={3}
        maxLength={2000}
        hint={messages.descriptionHint}
        defaultValue={values['description'] ?? ''}
        error={errors['description']}
      />
      {others && others.length > 0 && (
        <SelectField
          label="Place in the shop"
          name="place"
          hint={categoryPositionHint}
          options={[
            { value: '1', label: 'First' },
            ...others.map((other, index) => ({ value: String(index + 2), label: `After ${other.name}` })),
          ]}
          defaultValue={values['place'] ?? ''}
          error={errors['place']}
        />
      )}
      <Checkbox
        label={categoryMessages.onHomePage}
        name="is_on_home_page"
        hint={categoryMessages.onHomePageHint}
        defaultChecked={values['is_on_home_page'] === 'on'}
      />
      <PictureField current={picture} isRequired={isNew} error={errors['image']} onFiles={onFiles} />
    </>
  )
}
