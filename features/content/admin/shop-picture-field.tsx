import { useState } from 'react'
import { useAcceptedPictures } from '#features/pictures/admin/picture-types.tsx'
import { controlProps, Field } from '#kit/form/field.tsx'

type ShopPictureFieldProps = {
  name: string
  label: string
  hint: string
  error: string | undefined
  /** Saving waits, because a camera photo is shrunk before it is sent. */
  onReading: (isReading: boolean) => void
}

export function ShopPictureField({ onReading, error, ...field }: ShopPictureFieldProps) {
  const [problem, setProblem] = useState<string>()
  const accept = useAcceptedPictures()
  const shrink = async (input: HTMLInputElement) => {
    setProblem(undefined)
    const [file] = input.files ?? []
    if (!file) return
    onReading(true)
    const { shrinkPictureFile } = await import('#features/pictures/admin/shrink-picture-file.tsx')
    const read = await shrinkPictureFile(file)
    // Another file may have been chosen meanwhile.
    if (input.files?.[0] !== file) return
    onReading(false)
    if ('problem' in read) return setProblem(read.problem)
    const files = new DataTransfer()
    files.items.add(read.file)
    input.files = files.files
  }
  const fieldProps = { ...field, error: problem ?? error }
  return (
    <Field {...fieldProps}>
      <input
        {...controlProps(fieldProps)}
        type="file"
        accept={accept}
        className="input"
        onChange={({ currentTarget }) => void shrink(currentTarget)}
      />
    </Field>
  )
}
