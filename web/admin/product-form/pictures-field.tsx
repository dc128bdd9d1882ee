import { useEffect, useRef, useState } from 'react'
import { parsePicturesValue, PICTURE_FILES } from '#shop/catalogue/product-form/pictures-value.ts'
import { productPictureMessages } from '#shop/catalogue/products/product-picture-messages.ts'
import type { FormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import { messages } from '#shop/messages/messages.ts'
import { moveItem, type MoveStep } from '#web/admin/lists/move-item.ts'
import { announce } from '#web/ui/feedback/live-region.tsx'
import { controlProps, Field, FieldMessages } from '#web/ui/form/field.tsx'
import { PictureRowFields } from './picture-row-fields.tsx'
import {
  addedFiles,
  cropAdded,
  freePlaces,
  restoreRows,
  toPictureRows,
  type PictureRow,
} from './picture-rows.ts'
import { PICTURE_TYPES } from './picture-types.ts'
import { readPictureFile } from './read-picture-file.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

type PicturesFieldProps = {
  values: FormValues
  /** What the shop sent back after a refusal. */
  sent: FormValues | undefined
  isNew: boolean
  errors: Record<string, string>
  onFiles: (files: Blob[]) => void
  onEdit: () => void
}

export function PicturesField({ values, sent, isNew, errors, onFiles, onEdit }: PicturesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const lastKey = useRef(0)
  const replacementInput = useRef<HTMLInputElement>(null)
  const replacedKey = useRef<string>(null)
  const [rows, setRows] = useState(() => toPictureRows(parsePicturesValue(values['pictures'])))
  const [problem, setProblem] = useState<string>()
  const [restored, setRestored] = useState<FormValues | undefined>()
  if (sent !== restored) {
    setRestored(sent)
    if (sent) setRows(restoreRows(rows, parsePicturesValue(sent['pictures'])))
  }
  useEffect(() => onFiles(addedFiles(rows)), [rows, onFiles])

  const edit = (change: (before: readonly PictureRow[]) => PictureRow[]) => {
    setRows(change)
    onEdit()
  }
  const takeFiles = async (files: readonly File[], replaced: string | null = null) => {
    setProblem(undefined)
    const wanted = files.slice(0, replaced === null ? freePlaces(rows) : 1)
    if (wanted.length < files.length) setProblem(productPictureMessages.tooMany)
    let count = 0
    for (const file of wanted) {
      const picture = await readPictureFile(file)
      if ('problem' in picture) {
        setProblem(picture.problem)
        continue
      }
      const added = await cropAdded(picture)
      const row = { key: `new-${++lastKey.current}`, image_url: '', alt: '', added }
      count += 1
      edit((before) =>
        before.some(({ key }) => key === replaced)
          ? before.map((each) => (each.key === replaced ? { ...row, alt: each.alt } : each))
          : [...before, row],
      )
    }
    if (count > 0) announce(productPictureMessages.added(count))
  }
  const drop = useDroppedFiles((files) => void takeFiles(files))

  const crop = (key: string, position: number) => {
    const change = (added: Partial<PictureRow['added']>) =>
      edit((before) =>
        before.map((row) =>
          row.key === key && row.added ? { ...row, added: { ...row.added, ...added } } : row,
        ),
      )
    const row = rows.find((each) => each.key === key)
    if (!row?.added) return
    change({ position })
    void cropAdded(row.added.picture, position).then((added) =>
      setRows((before) =>
        before.map((each) =>
          each.key === key && each.added?.position === position ? { ...each, added } : each,
        ),
      ),
    )
  }
  const move = (index: number, step: MoveStep) => {
    edit((before) => moveItem(before, index, step))
    announce(productPictureMessages.moved(index + step + 1, rows.length))
  }
  const remove = (index: number) => {
    edit((before) => before.filter((_row, each) => each !== index))
    announce(productPictureMessages.removed(index + 1))
    input.current?.focus()
  }
  const replace = (key: string) => {
    replacedKey.current = key
    replacementInput.current?.click()
  }

  const isFull = freePlaces(rows) <= 0
  const fieldProps = {
    label: productPictureMessages.addLabel,
    name: PICTURE_FILES,
    required: isNew,
    error: problem ?? errors[PICTURE_FILES],
    hint: messages.pictureKinds,
  }
  // A pasted or dropped picture is not in the file input, so only the server can check `required`.
  const { required: _required, ...control } = controlProps(fieldProps)
  return (
    <div className="pictures-field" {...drop}>
      {rows.length > 0 && (
        <>
          <p className="field-hint">
            {productPictureMessages.mainHint} {productPictureMessages.altHint}
          </p>
          <FieldMessages id="pictures" error={errors['pictures']} />
          <ol className="picture-rows" aria-label={productPictureMessages.legend}>
            {rows.map((row, index) => (
              <PictureRowFields
                key={row.key}
                row={row}
                index={index}
                count={rows.length}
                isRemovable={isNew || rows.length > 1}
                onAlt={(alt) =>
                  edit((before) => before.map((each) => (each.key === row.key ? { ...each, alt } : each)))
                }
                onCrop={(position) => crop(row.key, position)}
                onMove={(step) => move(index, step)}
                onReplace={() => replace(row.key)}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        </>
      )}
      {isFull && <p className="field-hint">{productPictureMessages.full}</p>}
      <div className={isFull ? 'visually-hidden' : 'grid gap-2'}>
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            multiple
            accept={PICTURE_TYPES.join(',')}
            aria-required={isNew || undefined}
            className="input"
            onChange={(event) => void takeFiles(takenFrom(event.currentTarget))}
          />
        </Field>
        <p className="field-hint needs-script">{productPictureMessages.dropHint}</p>
      </div>
      <input
        ref={replacementInput}
        type="file"
        hidden
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => void takeFiles(takenFrom(event.currentTarget), replacedKey.current)}
      />
    </div>
  )
}

/** Emptied, so that the same file can be chosen again, and is not sent beside its cut. */
function takenFrom(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
