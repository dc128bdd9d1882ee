import { useEffect, useState, type DragEvent } from 'react'

/** For the element onto which files are dropped; a pasted file is accepted wherever the focus is. */
export function useDroppedFiles(takeFiles: (files: readonly File[]) => void) {
  const [isDragOver, setDragOver] = useState(false)
  // A pasted picture has no focused target.
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      takeFiles(files)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  })
  const handleDrag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setDragOver(isOver)
  }
  return {
    'data-over': isDragOver || undefined,
    onDragOver: handleDrag(true),
    onDragLeave: handleDrag(false),
    onDrop: (event: DragEvent) => {
      handleDrag(false)(event)
      takeFiles([...event.dataTransfer.files])
    },
  }
}
