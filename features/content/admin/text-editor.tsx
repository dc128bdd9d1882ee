import { useRef } from 'react'
import { contentMessages } from '#features/content/content-messages.ts'
import { MAX_TEXT_LENGTH, type ContentPage } from '#features/content/content-pages.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { controlProps, Field } from '#kit/form/field.tsx'
import { editText, type TextTool } from './text-editing.ts'

const TOOLS: readonly { tool: TextTool; label: string }[] = [
  { tool: 'heading', label: contentMessages.toolHeading },
  { tool: 'list', label: contentMessages.toolList },
  { tool: 'numbers', label: contentMessages.toolNumbers },
  { tool: 'link', label: contentMessages.toolLink },
  { tool: 'bold', label: contentMessages.toolBold },
]

type TextEditorProps = { page: ContentPage; text: string; keepsStandard: boolean; error: string | undefined }

export function TextEditor({ page, text, keepsStandard, error }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const applyTool = (tool: TextTool) => {
    const field = area.current
    if (!field) return
    const { value, selectionStart, selectionEnd } = field
    const edit = editText(tool, { text: value, from: selectionStart, to: selectionEnd })
    field.focus()
    field.setRangeText(edit.insert, edit.from, edit.to, 'end')
    field.setSelectionRange(edit.selectFrom, edit.selectTo)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const field = {
    name: 'text',
    label: contentMessages.text,
    hint: page === 'faq' ? contentMessages.faqHint : undefined,
    error,
  }
  return (
    <>
      <div className="text-editor">
        <Field {...field}>
          <div className="flex flex-wrap gap-1 needs-script" role="group" aria-label={contentMessages.tools}>
            {TOOLS.map(({ tool, label }) => (
              <button
                key={tool}
                type="button"
                className="button button-quiet button-small"
                aria-controls={field.name}
                onClick={() => applyTool(tool)}
              >
                {label}
              </button>
            ))}
          </div>
          <textarea
            ref={area}
            {...controlProps(field)}
            rows={18}
            maxLength={MAX_TEXT_LENGTH}
            defaultValue={text}
            className="input"
          />
        </Field>
        <FormattingHelp />
      </div>
      <Checkbox
        name="keeps_standard"
        label={contentMessages.keepsStandard}
        hint={contentMessages.keepsStandardHint}
        defaultChecked={keepsStandard}
      />
    </>
  )
}

const FormattingHelp = () => (
  <details className="text-help">
    <summary>{contentMessages.helpTitle}</summary>
    <dl>
      {contentMessages.help.map(([typed, meaning]) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p className="minor">{contentMessages.helpNot}</p>
  </details>
)
