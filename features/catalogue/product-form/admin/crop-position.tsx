import type { DecodedPicture } from '#features/pictures/admin/crop-picture.tsx'

type CropPositionProps = {
  id: string
  picture: DecodedPicture
  position: number
  onChange: (position: number) => void
}

/** Which part of a non-square picture is shown. */
export function CropPosition({ id, picture, position, onChange }: CropPositionProps) {
  if (picture.isSquare) return null
  return (
    <label className="grid gap-1" htmlFor={id}>
      <span className="field-label">
        {picture.isWide ? 'Cut from left to right' : 'Cut from top to bottom'}
      </span>
      <input
        id={id}
        type="range"
        min="0"
        max="100"
        value={position}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}
