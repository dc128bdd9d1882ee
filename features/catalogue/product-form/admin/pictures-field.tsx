import { useEffect, useRef, useState } from 'react'
import { parsePicturesValue, PICTURE_FILES } from '#features/catalogue/product-form/pictures-value.ts'
import { productPictureMessages } from '#features/catalogue/products/product-picture-messages.ts'
import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { messages } from '#shop/messages/messages.ts'
import { moveItem, type MoveStep } from '#kit/admin/list/move-item.ts'
import { announce } from '#kit/feedback/live-region.tsx'
import { controlProps, Field, FieldMessages } from '#kit/form/field.tsx'
import { PictureRowFields } from './picture-row-fields.tsx'
import {
  addedFiles,
  cropAdded,
  freePlaces,
  readAdded,
  restoreRows,
  toPictureRows,
  type NewPicture,
  type PictureRow,
} from './picture-rows.tsx'
import { useAcceptedPictures } from '#features/pictures/admin/picture-types.tsx'
import { useDroppedFiles } from './use-dropped-files.tsx'

type PicturesFieldProps = {
  values: FormValues
  /** The values that the shop returned after a refusal. */
  sent: FormValues | undefined
  isNew: boolean
  errors: Record<string, string>
  onFiles: (files: Promise<Blob | null>[]) => void
  onEdit: () => void
}

export function PicturesField({ values, sent, isNew, errors, onFiles, onEdit }: PicturesFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const lastKey = useRef(0)
  const replacementInput = useRef<HTMLInputElement>(null)
  const replacedKey = useRef<string>(null)
  const [rows, setRows] = useState(() => toPictureRows(parsePicturesValue(values['pictures'])))
  const accept = useAcceptedPictures()
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
  const setCut = (key: string, { ready }: NewPicture, ifUnread: readonly PictureRow[]) =>
    void ready.then((cut) =>
      setRows((before) =>
        before.flatMap((row) =>
          row.key !== key || row.added?.ready !== ready
            ? [row]
            : cut
              ? [{ ...row, added: { ready, cut } }]
              : ifUnread,
        ),
      ),
    )
  const takeFiles = async (files: readonly File[], replacing: string | null = null) => {
    setProblem(undefined)
    const replaced = rows.find(({ key }) => key === replacing)
    const wanted = files.slice(0, replaced ? 1 : freePlaces(rows))
    if (wanted.length < files.length) setProblem(productPictureMessages.tooMany)
    const taken = wanted.map((file) => {
      const added = readAdded(file, setProblem)
      return { key: `new-${++lastKey.current}`, image_url: '', alt: replaced?.alt ?? '', added }
    })
    edit((before) =>
      replaced
        ? before.flatMap((each) => (each.key === replaced.key ? taken : [each]))
        : [...before, ...taken],
    )
    for (const { key, added } of taken) setCut(key, added, replaced ? [replaced] : [])
    const read = await Promise.all(taken.map(({ added }) => added.ready))
    const count = read.filter((cut) => cut !== null).length
    if (count > 0) announce(productPictureMessages.added(count))
  }
  const drop = useDroppedFiles((files) => void takeFiles(files))

  const crop = (key: string, position: number) => {
    const cut = rows.find((each) => each.key === key)?.added?.cut
    if (!cut) return
    const added = { ready: cropAdded(cut.picture, position), cut: { ...cut, position } }
    edit((before) => before.map((row) => (row.key === key ? { ...row, added } : row)))
    setCut(key, added, [])
  }
  const move = (index: number, step: MoveStep) => {
    edit((before) => moveItem(before, index, step))
    announce(productPictureMessages.moved(index + step + 1, rows.length))
  }
  const remove = (index: number) => {
    edit((before) => before.filter((_row, each) => each !== index))
    announce(productPictureMessages.removed(index + 1))
    if (rows.length === 1) input.current?.focus()
    else list.current?.querySelector('button')?.focus()
  }
  const replace = (key: string) => {
    replacedKey.current = key
    replacementInput.current?.click()
  }

  const isFull = freePlaces(rows) <= 0
  const hasRows = rows.length > 0
  const notes = { error: problem ?? errors[PICTURE_FILES], hint: messages.pictureKinds }
  const fieldProps = {
    label: productPictureMessages.addLabel,
    name: PICTURE_FILES,
    required: isNew,
    ...(!hasRows && notes),
  }
  // A pasted or dropped picture is not in the file input, so only the server can check `required`.
  const { required: _required, ...control } = controlProps(fieldProps)
  return (
    <div className="pictures-field" {...drop}>
      {hasRows && (
        <>
          <p className="field-hint">
            {productPictureMessages.mainHint} {productPictureMessages.altHint}
          </p>
          <FieldMessages id="pictures" error={errors['pictures']} />
          <ol ref={list} className="grid gap-3.5" aria-label={productPictureMessages.legend}>
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
                onAdd={isFull ? undefined : () => input.current?.click()}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
        </>
      )}
      {isFull && <p className="field-hint">{productPictureMessages.full}</p>}
      {hasRows && <FieldMessages id={PICTURE_FILES} {...notes} />}
      <div className={hasRows ? 'only-without-script' : undefined}>
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            multiple
            accept={accept}
            aria-required={isNew || undefined}
            className="input"
            onChange={(event) => void takeFiles(takenFrom(event.currentTarget))}
          />
        </Field>
      </div>
      {!isFull && <p className="field-hint needs-script">{productPictureMessages.dropHint}</p>}
      <input
        ref={replacementInput}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => void takeFiles(takenFrom(event.currentTarget), replacedKey.current)}
      />
    </div>
  )
}

/** Emptied, so that the same file can be chosen again and is not sent in addition to its crop. */
function takenFrom(input: HTMLInputElement): File[] {
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
