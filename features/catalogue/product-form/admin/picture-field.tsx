import { useEffect, useRef, useState } from 'react'
import { photoMessages } from '#features/pictures/picture-error-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { controlProps, Field } from '#kit/form/field.tsx'
import { Picture, type StoredPicture } from '#kit/display/picture.tsx'
import { CropPosition } from './crop-position.tsx'
import { cropAdded, fileOf, readAdded, type NewPicture } from './picture-rows.tsx'
import { useAcceptedPictures } from '#features/pictures/admin/picture-types.tsx'
import { useDroppedFiles } from './use-dropped-files.tsx'

type PictureFieldProps = {
  current: StoredPicture | null
  isRequired: boolean
  error?: string | undefined
  onFiles: (files: Promise<Blob | null>[]) => void
}

export function PictureField({ current, isRequired, error, onFiles }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<NewPicture | null>(null)
  const [fileError, setFileError] = useState<string>()
  const accept = useAcceptedPictures()
  useEffect(() => onFiles(chosen ? [fileOf(chosen)] : []), [chosen, onFiles])

  const clearPicture = () => {
    setChosen(null)
    if (input.current) input.current.value = ''
  }
  const take = (next: NewPicture) => {
    setChosen(next)
    void next.ready.then((cut) =>
      setChosen((now) => (now?.ready === next.ready ? cut && { ready: next.ready, cut } : now)),
    )
  }
  const chooseFile = (file: File | undefined) => {
    setFileError(undefined)
    if (file) take(readAdded(file, setFileError))
    else clearPicture()
  }
  const drop = useDroppedFiles(([file]) => chooseFile(file))
  const cut = chosen?.cut
  const fieldProps = {
    label: 'Image',
    name: 'image',
    required: isRequired,
    error: fileError ?? error,
    hint: `${messages.pictureKinds}${isRequired ? '' : ` ${messages.leaveEmptyToKeepPicture}`}`,
  }
  // A pasted or dropped picture is not in the file input, so only the server can check `required`.
  const { required: _required, ...control } = controlProps(fieldProps)
  return (
    <div className="picture-field" {...drop}>
      {cut ? (
        <img
          src={cut.previewUrl}
          alt="As the shop will show it"
          width="160"
          height="160"
          className="picture flex-none size-40"
        />
      ) : chosen ? (
        <p className="picture flex-none size-40 grid place-items-center aspect-square bg-cream text-muted text-sm">
          {photoMessages.reading}
        </p>
      ) : (
        current && (
          <Picture
            picture={current}
            alt="As it is now"
            slot={PICTURE_SLOTS.thumbnail}
            className="flex-none size-40"
          />
        )
      )}
      <div className="grid gap-3">
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            accept={accept}
            aria-required={isRequired || undefined}
            className="input"
            onChange={(event) => chooseFile(event.target.files?.[0])}
          />
        </Field>
        <p className="field-hint needs-script">You can also drop a picture here, or paste one.</p>
        {cut && (
          <CropPosition
            id="image-position"
            picture={cut.picture}
            position={cut.position}
            onChange={(position) =>
              take({ ready: cropAdded(cut.picture, position), cut: { ...cut, position } })
            }
          />
        )}
        {chosen && (
          <button
            type="button"
            className="button button-quiet button-small justify-self-start"
            onClick={clearPicture}
          >
            Take another, or none
          </button>
        )}
      </div>
    </div>
  )
}
