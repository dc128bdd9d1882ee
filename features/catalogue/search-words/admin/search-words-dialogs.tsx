import type { OwnSearchGroup, SearchWordLimits } from '#features/catalogue/search-words/search-group.ts'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { CatalogueFormDialog } from '#features/catalogue/product-form/admin/catalogue-form-dialog.tsx'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { UrlDialog } from '#kit/admin/screen/url-dialog.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { TextArea } from '#kit/form/text-field.tsx'
import { searchWordsPath, type SearchWordsView } from './search-words-url.ts'

const ROUTE = 'admin-search'

type AddWordsDialogProps = { view: SearchWordsView; words: string; limits: SearchWordLimits }

export function AddWordsDialog({ view, words, limits }: AddWordsDialogProps) {
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title="Add words"
      path={searchWordsPath(view, { kind: 'add', words })}
      backTo={searchWordsPath(view)}
      initialValues={{ words }}
      hiddenFields={{}}
      intent="add"
      saveLabel="Add words"
      savingLabel="Adding..."
      sentLabel="Sent."
    >
      {(fieldProps) => <WordsField {...fieldProps} limits={limits} />}
    </CatalogueFormDialog>
  )
}

type EditWordsDialogProps = {
  view: SearchWordsView
  group: Pick<OwnSearchGroup, 'id' | 'version' | 'words'>
  limits: SearchWordLimits
}

export function EditWordsDialog({ view, group: { id, version, words }, limits }: EditWordsDialogProps) {
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title="Edit words"
      path={searchWordsPath(view, { kind: 'edit', id })}
      backTo={searchWordsPath(view)}
      initialValues={{ words }}
      hiddenFields={{ id, version }}
      intent="edit"
      saveLabel="Save changes"
      savingLabel="Saving..."
      sentLabel="Sent."
      formatValue={(_field, value) => `‘${value}’`}
    >
      {(fieldProps) => <WordsField {...fieldProps} limits={limits} />}
    </CatalogueFormDialog>
  )
}

type WordsFieldProps = {
  values: Record<string, string>
  errors: Record<string, string>
  limits: SearchWordLimits
}

function WordsField({ values, errors, limits }: WordsFieldProps) {
  return (
    <TextArea
      label="Words"
      name="words"
      required
      rows={5}
      hint={searchWordMessages.hint(limits)}
      autoCapitalize="none"
      defaultValue={values['words'] ?? ''}
      error={errors['words']}
    />
  )
}

const FORM_ID = 'delete-words'

type DeleteWordsDialogProps = {
  view: SearchWordsView
  group: Pick<OwnSearchGroup, 'id' | 'version' | 'words'>
}

export function DeleteWordsDialog({ view, group: { id, version, words } }: DeleteWordsDialogProps) {
  const actionResult = useActionResult<CatalogueActionResult>()
  const backTo = searchWordsPath(view)
  return (
    <UrlDialog
      title="Delete words"
      backTo={backTo}
      isNarrow
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span className="grow" />
          <ShopLink to={backTo} className="button button-quiet" preventScrollReset>
            Keep them
          </ShopLink>
          <SendButton intent="delete" form={FORM_ID} variant="danger" pendingLabel="Deleting...">
            Delete words
          </SendButton>
        </div>
      }
    >
      <PostForm
        id={FORM_ID}
        action={searchWordsPath(view, { kind: 'delete', id })}
        className="grid gap-3"
        replace
        preventScrollReset
      >
        {actionResult?.message && <Notice tone="error">{actionResult.message}</Notice>}
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <p className="wrap-anywhere">
          <strong>{words}</strong>
        </p>
        <p>{searchWordMessages.deleteEffect}</p>
      </PostForm>
    </UrlDialog>
  )
}
