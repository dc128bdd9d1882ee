import { useEffect, useRef, useState } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import { controlProps, Field } from '#web/ui/form/field.tsx'
import { Picture, type StoredPicture } from '#web/ui/display/picture.tsx'
import type { DecodedPicture } from './crop-picture.ts'
import { CropPosition } from './crop-position.tsx'
import { PICTURE_TYPES } from './picture-types.ts'
import { CENTRE_POSITION, readPictureFile } from './read-picture-file.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

type PictureFieldProps = {
  current: StoredPicture | null
  isRequired: boolean
  error?: string | undefined
  onFiles: (files: Blob[]) => void
}

export function PictureField({ current, isRequired, error, onFiles }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [selectedPicture, setSelectedPicture] = useState<DecodedPicture>()
  const [position, setPosition] = useState(CENTRE_POSITION)
  const [preview, setPreview] = useState<string>()
  const [fileError, setFileError] = useState<string>()

  const clearPicture = () => {
    onFiles([])
    setSelectedPicture(undefined)
    setPreview(undefined)
    if (input.current) input.current.value = ''
  }
  const chooseFile = async (file: File | undefined) => {
    if (!file) return clearPicture()
    const picture = await readPictureFile(file)
    const refusal = 'problem' in picture ? picture.problem : undefined
    setFileError(refusal)
    if ('problem' in picture) return clearPicture()
    setPosition(CENTRE_POSITION)
    setSelectedPicture(picture)
    return undefined
  }

  useEffect(() => {
    if (!selectedPicture) return undefined
    let isCancelled = false
    let objectUrl: string | undefined
    void import('./crop-picture.ts').then(async ({ cropSquare }) => {
      const blob = await cropSquare(selectedPicture, position)
      if (isCancelled) return
      onFiles([blob])
      objectUrl = URL.createObjectURL(blob)
      setPreview(objectUrl)
    })
    return () => {
      isCancelled = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [selectedPicture, position, onFiles])

  const drop = useDroppedFiles(([file]) => void chooseFile(file))
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
      {preview ? (
        <img
          src={preview}
          alt="As the shop will show it"
          width="160"
          height="160"
          className="picture picture-preview"
        />
      ) : (
        current && (
          <Picture
            picture={current}
            alt="As it is now"
            slot={PICTURE_SLOTS.thumbnail}
            className="picture-preview"
          />
        )
      )}
      <div className="grid gap-3">
        <Field {...fieldProps}>
          <input
            ref={input}
            {...control}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            aria-required={isRequired || undefined}
            className="input"
            onChange={(event) => void chooseFile(event.target.files?.[0])}
          />
        </Field>
        <p className="field-hint needs-script">You can also drop a picture here, or paste one.</p>
        {selectedPicture && (
          <CropPosition
            id="image-position"
            picture={selectedPicture}
            position={position}
            onChange={setPosition}
          />
        )}
        {selectedPicture && (
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
